import { eq } from "drizzle-orm";
import type { Id } from "#domain/id.ts";
import { NO_INVOICE } from "#domain/invoices/invoice.ts";
import type { ManagedWorkOrder, WorkOrderCard } from "#domain/work-orders/managed-work-order.ts";
import { NO_PROPOSAL } from "#domain/work-orders/work-order.ts";
import { AppError } from "../app-error.ts";
import type { DbOrTx } from "../db/database.ts";
import { isAnyOf } from "../db/many-rows.ts";
import { presentWorkOrder, sanitised, selectProducts } from "../documents/find-work.ts";
import type { ListSelection } from "../lists/read-list.ts";
import { invoices, uniqueDocuments } from "../schema/documents.ts";
import { organizations } from "../schema/organizations.ts";
import { workOrders } from "../schema/work-orders.ts";
import { findTerms } from "./find-terms.ts";
import { linkedDocument, linkedInvoice } from "./queries.ts";

const CARD_COLUMNS = {
  workOrderId: workOrders.workOrderId,
  organizationId: workOrders.organizationId,
  organizationName: organizations.organizationName,
  externalId: workOrders.externalId,
  name: workOrders.name,
  uniqueDocumentId: workOrders.uniqueDocumentId,
  documentName: uniqueDocuments.name,
  documentStatus: uniqueDocuments.status,
  invoiceId: workOrders.invoiceId,
  invoiceName: invoices.name,
  invoiceStatus: invoices.invoiceStatus,
  dueDate: invoices.dueDate,
  workOrderStatus: workOrders.workOrderStatus,
  isOptional: workOrders.isOptional,
  doesClientWantWorkDone: workOrders.doesClientWantWorkDone,
  discountPercent: workOrders.discountPercent,
  createdAt: workOrders.createdAt,
  movedAt: workOrders.movedAt,
  shownAt: workOrders.shownAt,
};

/** Work orders of any organization, as lists and the board show them. */
export async function findCards(
  reader: DbOrTx,
  { where, orderBy }: Pick<ListSelection, "where" | "orderBy">,
): Promise<WorkOrderCard[]> {
  const rows = await reader
    .select(CARD_COLUMNS)
    .from(workOrders)
    .innerJoin(organizations, eq(organizations.organizationId, workOrders.organizationId))
    .leftJoin(uniqueDocuments, linkedDocument())
    .leftJoin(invoices, linkedInvoice())
    .where(where)
    .orderBy(...orderBy);
  const termsOf = await findTerms(reader, rows);
  return rows.map((row) => ({
    workOrderId: row.workOrderId,
    organizationId: row.organizationId,
    organizationName: row.organizationName,
    externalId: row.externalId,
    name: row.name,
    workOrderStatus: row.workOrderStatus,
    dueDate: row.invoiceStatus === "UNPAID" ? row.dueDate : null,
    uniqueDocument: row.uniqueDocumentId ?? NO_PROPOSAL,
    invoice: row.invoiceId ?? NO_INVOICE,
    linkedNames: { uniqueDocument: row.documentName, invoice: row.invoiceName },
    createdAt: row.createdAt.toISOString(),
    movedAt: row.movedAt.toISOString(),
    shownAt: row.shownAt?.toISOString() ?? null,
    ...termsOf(row),
  }));
}

/** These work orders as cards, in the order of the ids. */
export async function findCardsOf(reader: DbOrTx, ids: readonly Id[]): Promise<WorkOrderCard[]> {
  const cards = await findCards(reader, { where: isAnyOf(workOrders.workOrderId, ids), orderBy: [] });
  const byId = new Map(cards.map((card) => [card.workOrderId, card]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

export const NO_WORK_ORDER = new AppError("not-found", "There is no such work order.");

/** One work order of any organization. Throws AppError "not-found". */
export async function getManagedWorkOrder(reader: DbOrTx, workOrderId: Id): Promise<ManagedWorkOrder> {
  const [found] = await reader
    .select({
      row: workOrders,
      organizationName: organizations.organizationName,
      documentName: uniqueDocuments.name,
      documentStatus: uniqueDocuments.status,
      invoiceName: invoices.name,
    })
    .from(workOrders)
    .innerJoin(organizations, eq(organizations.organizationId, workOrders.organizationId))
    .leftJoin(uniqueDocuments, linkedDocument())
    .leftJoin(invoices, linkedInvoice())
    .where(eq(workOrders.workOrderId, workOrderId));
  if (!found) throw NO_WORK_ORDER;
  const { row, organizationName, documentName, documentStatus, invoiceName } = found;
  const productsOf = await selectProducts(reader, [row]);
  return {
    ...presentWorkOrder(sanitised(row), productsOf(row)),
    organizationName,
    linkedNames: { uniqueDocument: documentName, invoice: invoiceName },
    documentStatus,
    recordVersion: row.recordVersion,
    movedAt: row.movedAt.toISOString(),
    shownAt: row.shownAt?.toISOString() ?? null,
  };
}
