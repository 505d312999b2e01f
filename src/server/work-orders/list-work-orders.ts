import { and, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import * as calls from "#contract/work-orders.ts";
import type { Id } from "#domain/id.ts";
import type { WORK_ORDER_LIST_COLUMNS } from "#domain/lists/list-columns.ts";
import { WORK_ORDER_STATUS_LABELS } from "#domain/work-orders/work-order.ts";
import type { Deps } from "../deps.ts";
import type { ListAnswer } from "../http/route.ts";
import { type List, linkedText, requiredText } from "../lists/list.ts";
import { countedPageOf, readList } from "../lists/read-list.ts";
import { documentVisibleToClients, invoices, uniqueDocuments } from "../schema/documents.ts";
import { workOrders, workOrderVisibleToClients } from "../schema/work-orders.ts";
import { findWorkOrders, linkedInvoice, linkedShownDocument } from "./queries.ts";
import { withLinkedNames } from "./with-linked-names.ts";

/** The names that a work order's document and invoice have for clients. */
export const DOCUMENT_NAME = {
  column: workOrders.uniqueDocumentId,
  of: uniqueDocuments,
  id: uniqueDocuments.uniqueDocumentId,
  comparable: uniqueDocuments.shownNameComparable,
  order: uniqueDocuments.shownNameOrder,
};
const INVOICE_NAME = {
  column: workOrders.invoiceId,
  of: invoices,
  id: invoices.invoiceId,
  comparable: invoices.nameComparable,
  order: invoices.nameOrder,
};

export const WORK_ORDER_LIST: List<(typeof WORK_ORDER_LIST_COLUMNS)[number]> = {
  path: calls.listWorkOrders.path,
  from: sql`${workOrders} left join ${uniqueDocuments} on ${linkedShownDocument()}
    left join ${invoices} on ${linkedInvoice()}`,
  id: workOrders.workOrderId,
  recent: workOrders.createdAt,
  columns: {
    externalId: requiredText(workOrders.externalIdComparable, workOrders.externalIdOrder),
    name: requiredText(workOrders.shownNameComparable, workOrders.shownNameOrder),
    uniqueDocument: linkedText({ ...DOCUMENT_NAME, where: documentVisibleToClients(uniqueDocuments) }),
    invoice: linkedText(INVOICE_NAME),
    createdAt: { type: "day", timestamp: workOrders.createdAt, isRequired: true },
    workOrderStatus: {
      type: "enum",
      column: workOrders.workOrderStatus,
      values: Object.keys(WORK_ORDER_STATUS_LABELS),
    },
  },
};

/** The work orders of an organization, all or one page. */
export async function listWorkOrders(
  deps: Deps,
  organizationId: Id,
  { include, ...query }: z.output<typeof calls.listWorkOrders.query>,
): Promise<ListAnswer<typeof calls.listWorkOrders>> {
  const { workOrderStatus } = query;
  const where = and(
    eq(workOrders.organizationId, organizationId),
    workOrderVisibleToClients(workOrders),
    workOrderStatus && eq(workOrders.workOrderStatus, workOrderStatus),
  );
  const counts = { list: "shown work orders", organizationId, status: workOrderStatus } as const;
  const slice = await readList(deps, WORK_ORDER_LIST, { owner: organizationId, where, counts }, query);
  const found = await findWorkOrders(deps.db, slice);
  const data = include === "linkedNames" ? await withLinkedNames(deps.db, organizationId, found) : found;
  return { data, ...countedPageOf(slice) };
}
