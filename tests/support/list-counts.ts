import type { OwnerConnection } from "#server/db/database.ts";

type Figure = Record<
  "list" | "organization" | "kind" | "status" | "rows" | "amount" | "amounts" | "hidden",
  unknown
>;

const FIGURE = "list, organization_id as organization, kind, status";
const SUMS =
  "sum(rows)::int as rows, round(sum(amount), 6)::text as amount, sum(amounts)::int as amounts, sum(hidden)::int as hidden";

/** The stored counts of every list that has rows. */
export async function findStoredCounts(owner: OwnerConnection): Promise<Figure[]> {
  const { rows } = await owner.query<Figure>(
    `select ${FIGURE}, ${SUMS} from list_counts group by list, organization_id, kind, status
     having sum(rows) <> 0 or sum(amount) <> 0 order by 1, 2, 3, 4`,
  );
  return rows;
}

const CLOSED = `exists (select from unique_documents as document
  where document.unique_document_id = work_orders.unique_document_id
    and (document.status = 'DECLINED' or document.withdrawn_at is not null or document.expired_at is not null))`;

/** The same figures counted from the records, written independently of the triggers. */
export async function countRecords(owner: OwnerConnection): Promise<Figure[]> {
  const documents = (list: string, where: string) =>
    `select '${list}' as list, organization_id, document_type as kind, status, 1 as rows, 0 as amount, 0 as amounts, 0 as hidden
     from unique_documents where archived_at is ${where}`;
  // From the versions and openings themselves.
  const waiting = (list: string, are: string) =>
    `select '${list}', organization_id, document_type, status, 1, coalesce(total_cost, 0), (total_cost is not null)::int, 0
     from unique_documents as one
     cross join lateral (select max(sent_at) as at from document_versions as version
       where version.unique_document_id = one.unique_document_id) as sent
     where status = 'PENDING' and archived_at is null and sent.at is not null ${are} exists (
       select from document_openings as opening
       where opening.unique_document_id = one.unique_document_id and opening.last_at >= sent.at)`;
  const of = (list: string, table: string, status: string, where: string) =>
    `select '${list}', organization_id, '', ${status}, 1, 0, 0, 0 from ${table} where ${where}`;
  const { rows } = await owner.query<Figure>(`
    with records as (
      ${documents("documents", "null")} union all ${documents("archived documents", "not null")}
      union all select 'shown documents', organization_id, coalesce(sent_type, document_type), status, 1,
        case when status = 'DRAFT' or hides_prices then 0 else coalesce(shown_total, 0) end,
        (status <> 'DRAFT' and not hides_prices and shown_total is not null)::int, (status <> 'DRAFT' and hides_prices)::int
      from unique_documents where shown_at is not null
      union all ${waiting("opened documents", "and")} union all ${waiting("unopened documents", "and not")}
      union all ${of("work orders", "work_orders", "work_order_status", "true")}
      union all ${of("work orders on the board", "work_orders", "work_order_status", `not ${CLOSED}`)}
      union all ${of("shown work orders", "work_orders", "work_order_status", `shown_at is not null and not ${CLOSED}`)}
      union all ${of("invoices", "invoices", "invoice_status", "true")}
      union all select 'shown invoices', organization_id, '', invoice_status, 1, coalesce(total - amount_paid, 0), (total is not null)::int, 0
      from invoices where issued_at is not null
    ), owned as (select * from records union all
      select list, '*', kind, status, rows, amount, amounts, hidden from records)
    select ${FIGURE}, ${SUMS} from owned group by list, organization_id, kind, status order by 1, 2, 3, 4`);
  return rows;
}
