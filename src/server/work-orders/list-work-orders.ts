import { and, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import * as adminCalls from "#contract/admin/work-orders.ts";
import * as calls from "#contract/work-orders.ts";
import type { Id } from "#domain/id.ts";
import type { ADMIN_WORK_ORDER_LIST_COLUMNS, WORK_ORDER_LIST_COLUMNS } from "#domain/lists/list-columns.ts";
import {
  type LinkedWorkOrder,
  type ShownWorkOrder,
  WORK_ORDER_STATUS_LABELS,
} from "#domain/work-orders/work-order.ts";
import type { DbOrTx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import type { ListAnswer } from "../http/route.ts";
import { type List, linkedTextColumn, requiredTextColumn } from "../lists/list.ts";
import { pageWithStatusCounts, readList } from "../lists/read-list.ts";
import { nameOfOrganization } from "../organizations/queries.ts";
import { documentVisibleToClients, invoices, uniqueDocuments } from "../schema/documents.ts";
import { organizations } from "../schema/organizations.ts";
import { workOrderListedForClients, workOrders } from "../schema/work-orders.ts";
import { findCards } from "./admin-queries.ts";
import {
  findLinkedNames,
  findWorkOrders,
  linkedDocument,
  linkedInvoice,
  linkedShownDocument,
} from "./queries.ts";

/** The names that a work order's document and invoice have for clients. */
const DOCUMENT_NAME = {
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

const WORK_ORDER_LIST: List<(typeof WORK_ORDER_LIST_COLUMNS)[number]> = {
  path: calls.listWorkOrders.path,
  from: sql`${workOrders} left join ${uniqueDocuments} on ${linkedShownDocument()}
    left join ${invoices} on ${linkedInvoice()}`,
  id: workOrders.workOrderId,
  defaultSort: workOrders.createdAt,
  columns: {
    externalId: requiredTextColumn(workOrders.externalIdComparable, workOrders.externalIdOrder),
    name: requiredTextColumn(workOrders.shownNameComparable, workOrders.shownNameOrder),
    uniqueDocument: linkedTextColumn({ ...DOCUMENT_NAME, where: documentVisibleToClients(uniqueDocuments) }),
    invoice: linkedTextColumn(INVOICE_NAME),
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
    workOrderListedForClients(workOrders),
    workOrderStatus && eq(workOrders.workOrderStatus, workOrderStatus),
  );
  const counts = { list: "shown work orders", organizationId, status: workOrderStatus } as const;
  const selection = await readList(
    deps,
    WORK_ORDER_LIST,
    { cursorAudience: organizationId, where, counts },
    query,
  );
  const found = await findWorkOrders(deps.db, selection);
  const data = include === "linkedNames" ? await withLinkedNames(deps.db, organizationId, found) : found;
  return { data, ...pageWithStatusCounts(selection) };
}

const NOTHING_LINKED = { linkedNames: { uniqueDocument: null, invoice: null }, net: null };

/** Work orders of an organization with the names of their documents and invoices, and the prices that clients see. */
export async function withLinkedNames(
  reader: DbOrTx,
  organizationId: Id,
  found: readonly ShownWorkOrder[],
): Promise<LinkedWorkOrder[]> {
  const ids = found.map(({ workOrderId }) => workOrderId);
  const names = await findLinkedNames(reader, organizationId, ids);
  return found.map((one) => ({ ...one, ...(names.get(one.workOrderId) ?? NOTHING_LINKED) }));
}

/** A left join, because the planner leaves it out of a statement that only counts. */
const OF_ALL: List<(typeof ADMIN_WORK_ORDER_LIST_COLUMNS)[number]> = {
  ...WORK_ORDER_LIST,
  path: adminCalls.listManagedWorkOrders.path,
  from: sql`${workOrders} left join ${uniqueDocuments} on ${linkedDocument()}
    left join ${invoices} on ${linkedInvoice()} left join ${organizations}
    on ${eq(organizations.organizationId, workOrders.organizationId)}`,
  columns: {
    organizationName: nameOfOrganization(workOrders.organizationId),
    ...WORK_ORDER_LIST.columns,
    uniqueDocument: linkedTextColumn(DOCUMENT_NAME),
  },
};

/** The work orders of every organization or of one, all or one page. */
export async function listManagedWorkOrders(
  deps: Deps,
  query: z.output<typeof adminCalls.listManagedWorkOrders.query>,
): Promise<ListAnswer<typeof adminCalls.listManagedWorkOrders>> {
  const { organizationId, workOrderStatus } = query;
  const where = and(
    organizationId === undefined ? undefined : eq(workOrders.organizationId, organizationId),
    workOrderStatus && eq(workOrders.workOrderStatus, workOrderStatus),
  );
  const counts = { list: "work orders", organizationId, status: workOrderStatus } as const;
  const selection = await readList(
    deps,
    { ...OF_ALL, sortsNullsFirst: organizationId === undefined },
    { cursorAudience: organizationId ?? "every", where, counts },
    query,
  );
  return { data: await findCards(deps.db, selection), ...pageWithStatusCounts(selection) };
}
