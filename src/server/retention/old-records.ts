import { type SQL, sql } from "drizzle-orm";
import { EVIDENCE } from "#domain/activity/activity.ts";
import type { Tx } from "../db/database.ts";

/**
 * Records of a table that are cleared when they are old. They are walked through in the order of `key`, which an index
 * has, so that no batch looks at a record twice.
 */
export type OldRecords = {
  /** What the activity calls them. */
  what: string;
  table: SQL;
  /** The columns that order the records, with their types; the last one is the record's id. */
  key: readonly { column: SQL; type: SQL }[];
  /** Where the index, read from the oldest, has rows without a value. No row is without one, but the planner asks. */
  nulls: "first" | "last";
  isOld: (before: Date) => SQL;
  /** What clears a record; by default it is deleted. */
  set?: SQL;
};

const evidence = sql`${sql.param([...EVIDENCE])}::text[]`;
const instant = (before: Date) => sql`${before.toISOString()}::timestamptz`;
const text = sql`text`;
const BY_TIME = [
  { column: sql`at`, type: sql`timestamptz` },
  { column: sql`audit_event_id`, type: text },
];

export const OLD_ACTIVITY: OldRecords = {
  what: "activity",
  table: sql`audit_events`,
  key: BY_TIME,
  nulls: "first",
  isOld: (before) => sql`at < ${instant(before)} and action <> all(${evidence})`,
};

/** Only invitations and the like keep an address in the activity that is no evidence. */
export const OLD_INVITATION_ADDRESSES: OldRecords = {
  what: "addresses in the activity",
  table: sql`audit_events`,
  key: BY_TIME,
  nulls: "first",
  isOld: (before) => sql`action = 'invitation.accept' and at < ${instant(before)}
    and details ?| array['ipAddress', 'userAgent']`,
  set: sql`details = details - 'ipAddress' - 'userAgent'`,
};

export const OLD_OPENINGS: OldRecords = {
  what: "openings of documents",
  table: sql`document_openings`,
  key: [{ column: sql`document_opening_id`, type: text }],
  nulls: "last",
  isOld: (before) => sql`last_at < ${instant(before)}`,
};

/** Mails that wait to be sent stay. */
export const OLD_MAILS: OldRecords = {
  what: "emails",
  table: sql`mails`,
  key: [{ column: sql`mail_id`, type: text }],
  nulls: "last",
  isOld: (before) =>
    sql`created_at < ${instant(before)} and (sent_at is not null or given_up_at is not null)`,
};

/** A session itself stays as long as it is valid. */
export const OLD_ADDRESSES: OldRecords = {
  what: "sign-in addresses",
  table: sql`session`,
  key: [{ column: sql`id`, type: text }],
  nulls: "last",
  isOld: (before) => sql`"updatedAt" < ${instant(before)}
    and ("ipAddress" is not null or "userAgent" is not null)`,
  set: sql`"ipAddress" = null, "userAgent" = null`,
};

/** A place in the order of some records: the values of their key. */
export type Place = readonly string[];

/** What a batch has cleared, and its end; null if there are no more records behind it. */
export type Cleared = { rows: number; end: Place | null };

/**
 * Clears at most so many old records behind a place. The index's order takes one look at each record; sorting all old
 * records for each batch would take a look at all of them.
 */
export async function clearBatch(
  tx: Tx,
  { table, key, nulls, isOld, set }: OldRecords,
  before: Date,
  { after, most }: { after: Place | null; most: number },
): Promise<Cleared> {
  const id = sql`${key.at(-1)?.column}`;
  const isBeyond = after
    ? sql`(${columnsOf(key)}) > (${sql.join(
        key.map(({ type }, at) => sql`${after[at]}::${type}`),
        sql`, `,
      )})`
    : sql`true`;
  const { rows } = await tx.execute<Cleared>(sql`
    with batch as materialized (
      select ${id} as id, array[${columnsOf(key, (column) => sql`${column}::text`)}] as place from ${table}
      where ${isOld(before)} and ${isBeyond} order by ${columnsOf(key, (column) => sql`${column} nulls ${sql.raw(nulls)}`)}
      limit ${most}
    ), cleared as (
      ${set ? sql`update ${table} set ${set}` : sql`delete from ${table}`}
      where ${id} = any(array(select batch.id from batch)) returning 1
    )
    select (select count(*) from cleared)::int as rows,
      (select place from batch offset ${most - 1} limit 1) as "end"`);
  return rows[0] ?? { rows: 0, end: null };
}

function columnsOf(key: OldRecords["key"], as = (column: SQL) => column): SQL {
  return sql.join(
    key.map(({ column }) => as(column)),
    sql`, `,
  );
}
