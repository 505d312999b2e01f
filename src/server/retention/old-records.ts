import { type SQL, sql } from "drizzle-orm";
import { EVIDENCE } from "#domain/activity/activity.ts";
import type { Tx } from "../db/database.ts";

/** Records of a table that are cleared when they are old, in the order of an index, so that each is read once. */
export type OldRecords = {
  /** What the activity calls them. */
  what: string;
  table: SQL;
  /** The columns of the index, with their types; the last one is the record's id. */
  key: readonly { column: SQL; type: SQL }[];
  /** Where the index, read from the oldest, has nulls. No row has one, but the planner needs the index's order. */
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

/** Of the activity that is no evidence, only accepted invitations have an address. */
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

/** What a batch has cleared, and the key of its last record; null if there are no more records after it. */
type Cleared = { rows: number; end: readonly string[] | null };

/** Clears at most `limit` old records after a key. Without the index's order, each batch would sort all old records. */
export async function clearBatch(
  tx: Tx,
  { table, key, nulls, isOld, set }: OldRecords,
  before: Date,
  { after, limit }: { after: Cleared["end"]; limit: number },
): Promise<Cleared> {
  const id = sql`${key.at(-1)?.column}`;
  const values = listOf(key.map(({ type }, at) => sql`${after?.[at]}::${type}`));
  const isBeyond = after ? sql`(${listOf(key.map(({ column }) => column))}) > (${values})` : sql`true`;
  const texts = listOf(key.map(({ column }) => sql`${column}::text`));
  const order = listOf(key.map(({ column }) => sql`${column} nulls ${sql.raw(nulls)}`));
  const { rows } = await tx.execute<Cleared>(sql`
    with batch as materialized (
      select ${id} as id, array[${texts}] as key from ${table}
      where ${isOld(before)} and ${isBeyond} order by ${order} limit ${limit}
    ), cleared as (
      ${set ? sql`update ${table} set ${set}` : sql`delete from ${table}`}
      where ${id} = any(array(select batch.id from batch)) returning 1
    )
    select (select count(*) from cleared)::int as rows,
      (select key from batch offset ${limit - 1} limit 1) as "end"`);
  return rows[0] ?? { rows: 0, end: null };
}

function listOf(terms: SQL[]): SQL {
  return sql.join(terms, sql`, `);
}
