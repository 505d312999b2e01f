import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Id } from "#domain/id.ts";
import type { DbOrTx } from "../db/database.ts";
import { listCounts } from "../schema/lists.ts";

// Triggers count the rows of long lists within the transaction that changes them, so that a page need not count.

/** Stands for all organizations together. */
const EVERY_ORGANIZATION = "*";

/** The rows of a list that are counted. */
export type Counted = {
  table: string;
  /** The SQL condition on the rows that the list has. */
  rows: string;
  kind?: string;
  status: string;
  /** The amount that a row shows, null for none, and whether it hides one. */
  amount?: string;
  isHidden?: string;
};

const ADDED = "select 1 as sign, * from added_rows";
const REMOVED = "select -1 as sign, * from removed_rows";

const FIGURE = "list, organization_id, kind, status";
const SUMS = "sum(rows) as rows, sum(amount) as amount, sum(amounts) as amounts, sum(hidden) as hidden";
const IS_ANY = "sum(rows) <> 0 or sum(amount) <> 0 or sum(amounts) <> 0 or sum(hidden) <> 0";

/** All statements that begin to count, and count what is there, in the transaction that locked the tables for them. */
export function countTriggers(lists: Readonly<Record<string, Counted>>): string[] {
  const byTable = Map.groupBy(Object.entries(lists), ([, { table }]) => table);
  return [
    ...[...byTable].flatMap(([table, counted]) => countTriggersOf(table, counted)),
    "delete from list_counts",
    ...[...byTable].map(([table, counted]) => addUp(counted, `select 1 as sign, * from ${table}`)),
  ];
}

type ListsOfTable = readonly (readonly [list: string, counted: Counted])[];

function countTriggersOf(table: string, counted: ListsOfTable): string[] {
  const on = (event: string, changed: string, transition: string) =>
    countOn(table, event, addUp(counted, changed), transition);
  return [
    ...on("insert", ADDED, "new table as added_rows"),
    ...on("delete", REMOVED, "old table as removed_rows"),
    ...on("update", `${ADDED} union all ${REMOVED}`, "new table as added_rows old table as removed_rows"),
  ];
}

/** Once for each statement, with the owner's rights, because no caller may change a count. */
function countOn(table: string, event: string, addsUp: string, transition: string): string[] {
  const name = `counterpart_count_${event}_${table}`;
  return [
    `create or replace function ${name}() returns trigger
     language plpgsql security definer set search_path = public, pg_temp as $$
     begin ${addsUp}; return null; end $$`,
    `revoke all on function ${name} from public`,
    `create trigger ${name} after ${event} on ${table} referencing ${transition}
     for each statement execute function ${name}()`,
  ];
}

/**
 * Adds signed rows to the counts of their table. Merges all unlocked counts, so that a figure is soon one row again.
 */
function addUp(counted: ListsOfTable, signed: string): string {
  return `
    with signed as (${signed}),
    counted as (${counted.map(([list, one]) => countedRows(list, one)).join(" union all ")}),
    changed as (
      select list, coalesce(organization_id, '${EVERY_ORGANIZATION}') as organization_id, kind, status, ${SUMS}
      from counted group by grouping sets ((${FIGURE}), (list, kind, status)) having ${IS_ANY}
    ),
    taken as (
      delete from list_counts where list_count_id in (
        select list_count_id from list_counts as kept join changed using (${FIGURE}) for update of kept skip locked)
      returning ${FIGURE}, rows, amount, amounts, hidden
    )
    insert into list_counts (${FIGURE}, rows, amount, amounts, hidden)
    select ${FIGURE}, ${SUMS} from (select * from changed union all select * from taken) as figures
    group by ${FIGURE} having ${IS_ANY}`;
}

function countedRows(list: string, { rows, kind = "''", status, amount, isHidden }: Counted): string {
  const shown = amount ?? "null::numeric";
  return `select '${list}' as list, organization_id, ${kind} as kind, ${status} as status, sign as rows,
      coalesce(sign * ${shown}, 0) as amount, case when ${shown} is null then 0 else sign end as amounts,
      case when ${isHidden ?? "false"} then sign else 0 end as hidden
    from signed where ${rows}`;
}

/** The stored counts of a list's rows: of one organization or of all, of one kind and status or of all. */
export type Counts = {
  list: string;
  organizationId?: Id | undefined;
  kind?: string | undefined;
  status?: string | undefined;
};

/** How many rows there are, and the sum of their amounts in dollars; null if none has one. */
export type Totals = { total: number; worth: string | null };

/** The totals of a list that its triggers store. `without` selects rows, amounts and amount of those that are left out. */
export async function readStoredTotals(reader: DbOrTx, counts: Counts, without?: SQL): Promise<Totals> {
  const { rows, amounts, amount } = listCounts;
  const totals = sql`select ${rows} as rows, ${amounts} as amounts, ${amount} as amount
    from ${listCounts} where ${matchesCount(counts)}`;
  const less = sql`union all select -rows, -amounts, -amount from (${without}) as without`;
  const found = await reader.execute<Totals>(sql`
    select coalesce(sum(rows), 0)::int as total,
      case when sum(amounts) > 0 then round(sum(amount), 2)::text end as worth
    from (${totals} ${without ? less : sql``}) as figures`);
  return found.rows[0] ?? { total: 0, worth: null };
}

/** How many rows there are of each status that has some. */
export async function readCountsByStatus(reader: DbOrTx, counts: Counts): Promise<Map<string, number>> {
  const { rows } = await reader.execute<{ status: string; rows: number }>(countsByStatus(counts));
  return new Map(rows.map((row) => [row.status, row.rows]));
}

/** A table of statuses: status, rows, amount (null if no row shows one) and is_hidden (whether a row hides one). */
export function countsByStatus(counts: Counts): SQL {
  const { rows, amount, amounts, hidden } = listCounts;
  return sql`
    select ${listCounts.status} as status, sum(${rows})::int as rows,
      case when sum(${amounts}) > 0 then sum(${amount}) end as amount, sum(${hidden}) > 0 as is_hidden
    from ${listCounts} where ${matchesCount(counts)} group by ${listCounts.status} having sum(${rows}) > 0`;
}

function matchesCount({ list, organizationId = EVERY_ORGANIZATION, kind, status }: Counts): SQL | undefined {
  return and(
    eq(listCounts.list, list),
    eq(listCounts.organizationId, organizationId),
    kind === undefined ? undefined : eq(listCounts.kind, kind),
    status === undefined ? undefined : eq(listCounts.status, status),
  );
}
