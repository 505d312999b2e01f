import { conditionText } from "../db/condition-text.ts";
import {
  amountVisibleToClients,
  documentVisibleToClients,
  hidesAmount,
  invoices,
  invoiceVisibleToClients,
  isArchived,
  isListed,
  isOpened,
  isUnopened,
  shownType,
  uniqueDocuments,
} from "../schema/documents.ts";
import { workOrders, workOrderVisibleToClients } from "../schema/work-orders.ts";

// Triggers count the rows of long lists within the transaction that changes them, so that a page need not count.

/** Stands for all organizations together. */
export const EVERY_ORGANIZATION = "*";

type Counted = {
  table: string;
  /** The SQL condition on the rows that the list has. */
  rows: string;
  kind?: string;
  status: string;
  /** The amount that a row shows, null for none, and whether it hides one. */
  amount?: string;
  isHidden?: string;
};

const ofDocument = (condition: Parameters<typeof conditionText<typeof uniqueDocuments>>[1]) =>
  conditionText(uniqueDocuments, condition);

const DOCUMENTS = { table: "unique_documents", kind: "document_type", status: "status" };
const WAITING = { ...DOCUMENTS, amount: "total_cost" };
const WORK_ORDERS = { table: "work_orders", status: "work_order_status" };
const INVOICES = { table: "invoices", status: "invoice_status" };

/** The counted lists: the company's, and what clients see of them. */
const COUNTED = {
  documents: { ...DOCUMENTS, rows: ofDocument(isListed) },
  "archived documents": { ...DOCUMENTS, rows: ofDocument(isArchived) },
  "shown documents": {
    ...DOCUMENTS,
    rows: ofDocument(documentVisibleToClients),
    kind: ofDocument(shownType),
    amount: ofDocument(amountVisibleToClients),
    isHidden: ofDocument(hidesAmount),
  },
  "opened documents": { ...WAITING, rows: ofDocument(isOpened) },
  "unopened documents": { ...WAITING, rows: `${ofDocument(isUnopened)} and sent_at is not null` },
  "work orders": { ...WORK_ORDERS, rows: "true" },
  "shown work orders": { ...WORK_ORDERS, rows: conditionText(workOrders, workOrderVisibleToClients) },
  invoices: { ...INVOICES, rows: "true" },
  "shown invoices": { ...INVOICES, rows: conditionText(invoices, invoiceVisibleToClients), amount: "total" },
} as const satisfies Record<string, Counted>;

export type CountedList = keyof typeof COUNTED;

/** The lists of which clients see their organization's figures. */
export const CLIENTS_LISTS = Object.keys(COUNTED).filter((list) => list.startsWith("shown "));

const TABLES = [...new Set(Object.values(COUNTED).map(({ table }) => table))];

const ADDED = "select 1 as sign, * from added_rows";
const REMOVED = "select -1 as sign, * from removed_rows";

const FIGURE = "list, organization_id, kind, status";
const SUMS = "sum(rows) as rows, sum(amount) as amount, sum(amounts) as amounts, sum(hidden) as hidden";
const IS_ANY = "sum(rows) <> 0 or sum(amount) <> 0 or sum(amounts) <> 0 or sum(hidden) <> 0";

/** All statements that begin to count, and count what is there, in the transaction that locked the tables for them. */
export const KEEP_COUNTS: readonly string[] = [
  ...TABLES.flatMap(keepCountsOf),
  "delete from list_counts",
  ...TABLES.map((table) => addUp(table, `select 1 as sign, * from ${table}`)),
];

function keepCountsOf(table: string): string[] {
  return [
    ...countOn(table, "insert", ADDED, "new table as added_rows"),
    ...countOn(table, "delete", REMOVED, "old table as removed_rows"),
    ...countOn(
      table,
      "update",
      `${ADDED} union all ${REMOVED}`,
      "new table as added_rows old table as removed_rows",
    ),
  ];
}

/** Once for each statement, with the owner's rights, because no caller may change a count. */
function countOn(table: string, event: string, changed: string, transition: string): string[] {
  const name = `counterpart_count_${event}_${table}`;
  return [
    `create or replace function ${name}() returns trigger
     language plpgsql security definer set search_path = public, pg_temp as $$
     begin ${addUp(table, changed)}; return null; end $$`,
    `revoke all on function ${name} from public`,
    `create trigger ${name} after ${event} on ${table} referencing ${transition}
     for each statement execute function ${name}()`,
  ];
}

/**
 * Adds rows, which have a sign, to the counts of their table. Takes in what nobody else has locked, so that a figure
 * soon stands in one row again.
 */
function addUp(table: string, signed: string): string {
  return `
    with signed as (${signed}),
    counted as (${Object.entries(COUNTED)
      .filter(([, one]) => one.table === table)
      .map(([list, one]) => countedRows(list, one))
      .join(" union all ")}),
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
