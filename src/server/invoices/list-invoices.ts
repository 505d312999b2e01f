import { and, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import * as calls from "#contract/invoices.ts";
import type { Id } from "#domain/id.ts";
import { INVOICE_STATUS_LABELS } from "#domain/invoices/invoice.ts";
import type { INVOICE_LIST_COLUMNS } from "#domain/lists/list-columns.ts";
import type { Deps } from "../deps.ts";
import type { ListAnswer } from "../http/route.ts";
import { computedText, type List, requiredText } from "../lists/list.ts";
import { countedPageOf, readList } from "../lists/read-list.ts";
import { invoices, invoiceVisibleToClients } from "../schema/documents.ts";
import { findInvoices } from "./queries.ts";

export const INVOICE_LIST: List<(typeof INVOICE_LIST_COLUMNS)[number]> = {
  path: calls.listInvoices.path,
  from: sql`${invoices}`,
  id: invoices.invoiceId,
  recent: invoices.createdAt,
  columns: {
    externalId: requiredText(invoices.externalIdComparable, invoices.externalIdOrder),
    name: requiredText(invoices.nameComparable, invoices.nameOrder),
    createdAt: { type: "day", timestamp: invoices.createdAt, isRequired: true },
    xeroLink: computedText(invoices.xeroLink),
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
  const slice = await readList(deps, INVOICE_LIST, { owner: organizationId, where, counts }, query);
  return { data: await findInvoices(deps.db, slice), ...countedPageOf(slice) };
}
