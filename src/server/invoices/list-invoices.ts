import { and, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import * as adminCalls from "#contract/admin/invoices.ts";
import * as calls from "#contract/invoices.ts";
import type { Id } from "#domain/id.ts";
import { dayIn, INVOICE_STATUS_LABELS } from "#domain/invoices/invoice.ts";
import type { ADMIN_INVOICE_LIST_COLUMNS, INVOICE_LIST_COLUMNS } from "#domain/lists/list-columns.ts";
import type { Deps } from "../deps.ts";
import type { ListAnswer } from "../http/route.ts";
import { computedTextColumn, dollarsColumn, type List, requiredTextColumn } from "../lists/list.ts";
import { pageWithStatusCounts, readList } from "../lists/read-list.ts";
import { nameOfOrganization } from "../organizations/queries.ts";
import { invoices, invoiceVisibleToClients, isDraftInvoice, totalOrder } from "../schema/documents.ts";
import { organizations } from "../schema/organizations.ts";
import { findListedInvoices } from "./admin-queries.ts";
import { findInvoices } from "./queries.ts";

const UNPAID_AMOUNT = sql`${invoices.total} - ${invoices.amountPaid}`;
/** What is left to pay; null: the portal knows no amounts of the invoice. */
const AMOUNT_DUE = sql`(case when ${invoices.invoiceStatus} = 'UNPAID' then ${UNPAID_AMOUNT}
  when ${invoices.total} is not null then 0 end)`;

const INVOICE_LIST: List<(typeof INVOICE_LIST_COLUMNS)[number]> = {
  path: calls.listInvoices.path,
  from: sql`${invoices}`,
  id: invoices.invoiceId,
  defaultSort: invoices.createdAt,
  columns: {
    externalId: requiredTextColumn(invoices.externalIdComparable, invoices.externalIdOrder),
    name: requiredTextColumn(invoices.nameComparable, invoices.nameOrder),
    createdAt: { type: "day", timestamp: invoices.createdAt, isRequired: true },
    xeroLink: computedTextColumn(invoices.xeroLink),
    invoiceStatus: {
      type: "enum",
      column: invoices.invoiceStatus,
      values: Object.keys(INVOICE_STATUS_LABELS),
    },
    total: dollarsColumn(invoices.total, totalOrder({ totalCost: invoices.total })),
    amountDue: dollarsColumn(AMOUNT_DUE, totalOrder({ totalCost: AMOUNT_DUE })),
    dueDate: { type: "date", date: invoices.dueDate },
  },
};

/** The invoices of an organization, all or one page. */
export async function listInvoices(
  deps: Deps,
  organizationId: Id,
  query: z.output<typeof calls.listInvoices.query>,
): Promise<ListAnswer<typeof calls.listInvoices>> {
  const { invoiceStatus } = query;
  const where = and(
    eq(invoices.organizationId, organizationId),
    invoiceVisibleToClients(invoices),
    invoiceStatus && eq(invoices.invoiceStatus, invoiceStatus),
  );
  const counts = { list: "shown invoices", organizationId, status: invoiceStatus } as const;
  const selection = await readList(
    deps,
    INVOICE_LIST,
    { cursorAudience: organizationId, where, counts },
    query,
  );
  const data = await findInvoices(deps.db, selection);
  const { page } = pageWithStatusCounts(selection);
  return page ? { data, page: { ...page, ...(await sumUnpaid(deps, organizationId)) } } : { data };
}

/** What is left to pay of the unpaid invoices of an organization, and how many of them are overdue. */
async function sumUnpaid({ db, settings, clock }: Deps, organizationId: Id) {
  const today = dayIn(settings.now().timeZone, clock());
  const [sums] = await db
    .select({
      amountDue: sql<string | null>`round(sum(${UNPAID_AMOUNT}), 2)::text`,
      overdue: sql<number>`(count(*) filter (where ${invoices.dueDate} < ${today}
        and coalesce(${UNPAID_AMOUNT} > 0, true)))::int`,
    })
    .from(invoices)
    .where(
      and(
        eq(invoices.organizationId, organizationId),
        eq(invoices.invoiceStatus, "UNPAID"),
        invoiceVisibleToClients(invoices),
      ),
    );
  return { amountDue: sums?.amountDue ?? null, overdue: sums?.overdue ?? 0 };
}

/** A left join, because the planner leaves it out of a statement that only counts. */
const OF_ALL: List<(typeof ADMIN_INVOICE_LIST_COLUMNS)[number]> = {
  ...INVOICE_LIST,
  path: adminCalls.listAllInvoices.path,
  from: sql`${invoices} left join ${organizations}
    on ${eq(organizations.organizationId, invoices.organizationId)}`,
  columns: {
    organizationName: nameOfOrganization(invoices.organizationId),
    ...INVOICE_LIST.columns,
  },
};

/** The invoices of every organization or of one, all or one page. */
export async function listAllInvoices(
  deps: Deps,
  query: z.output<typeof adminCalls.listAllInvoices.query>,
): Promise<ListAnswer<typeof adminCalls.listAllInvoices>> {
  const { organizationId, invoiceStatus, drafts } = query;
  const where = and(
    organizationId === undefined ? undefined : eq(invoices.organizationId, organizationId),
    invoiceStatus && eq(invoices.invoiceStatus, invoiceStatus),
    drafts && isDraftInvoice(invoices),
  );
  const counts = drafts ? undefined : ({ list: "invoices", organizationId, status: invoiceStatus } as const);
  const selection = await readList(
    deps,
    { ...OF_ALL, sortsNullsFirst: organizationId === undefined },
    { cursorAudience: `${organizationId ?? "every"}${drafts ?? ""}`, where, counts },
    query,
  );
  return { data: await findListedInvoices(deps.db, selection), ...pageWithStatusCounts(selection) };
}
