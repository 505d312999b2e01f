import { and, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import * as adminCalls from "#contract/admin/invoices.ts";
import * as calls from "#contract/invoices.ts";
import type { Id } from "#domain/id.ts";
import { INVOICE_STATUS_LABELS } from "#domain/invoices/invoice.ts";
import type { ADMIN_INVOICE_LIST_COLUMNS, INVOICE_LIST_COLUMNS } from "#domain/lists/list-columns.ts";
import type { Deps } from "../deps.ts";
import type { ListAnswer } from "../http/route.ts";
import { computedTextColumn, type List, requiredTextColumn } from "../lists/list.ts";
import { pageWithStatusCounts, readList } from "../lists/read-list.ts";
import { nameOfOrganization } from "../organizations/queries.ts";
import { invoices, invoiceVisibleToClients, isDraftInvoice } from "../schema/documents.ts";
import { organizations } from "../schema/organizations.ts";
import { findListedInvoices } from "./admin-queries.ts";
import { findInvoices } from "./queries.ts";

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
  return { data: await findInvoices(deps.db, selection), ...pageWithStatusCounts(selection) };
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
