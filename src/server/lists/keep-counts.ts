// Triggers count the rows of long lists within the transaction that changes them, so that a page need not count.

/** Stands for all organizations together. */
export const EVERY_ORGANIZATION = "*";

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
export function keepCounts(lists: Readonly<Record<string, Counted>>): string[] {
  const byTable = Map.groupBy(Object.entries(lists), ([, { table }]) => table);
  return [
    ...[...byTable].flatMap(([table, counted]) => keepCountsOf(table, counted)),
    "delete from list_counts",
    ...[...byTable].map(([table, counted]) => addUp(counted, `select 1 as sign, * from ${table}`)),
  ];
}

type ListsOfTable = readonly (readonly [list: string, counted: Counted])[];

function keepCountsOf(table: string, counted: ListsOfTable): string[] {
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
 * Adds rows, which have a sign, to the counts of their table. Takes in what nobody else has locked, so that a figure
 * soon stands in one row again.
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
