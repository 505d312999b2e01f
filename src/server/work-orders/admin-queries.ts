import { asc, eq, sql } from "drizzle-orm";
import type { Id } from "#domain/id.ts";
import { NO_INVOICE } from "#domain/invoices/invoice.ts";
import type { AdminWorkOrder, WorkOrderCard } from "#domain/work-orders/admin-work-order.ts";
import { NO_PROPOSAL } from "#domain/work-orders/work-order.ts";
import { AppError } from "../app-error.ts";
import type { Reader, Tx } from "../db/database.ts";
import { isAnyOf } from "../db/many-rows.ts";
import type { Deps } from "../deps.ts";
import { presentWorkOrder, sanitised, selectProducts, type WorkOrderRow } from "../documents/find-work.ts";
import type { Slice } from "../lists/read-list.ts";
import { invoices, uniqueDocuments } from "../schema/documents.ts";
import { organizations } from "../schema/organizations.ts";
import { workOrders } from "../schema/work-orders.ts";
import { linkedDocument, linkedInvoice } from "./queries.ts";

const CARD_COLUMNS = {
  workOrderId: workOrders.workOrderId,
  organizationId: workOrders.organizationId,
  organizationName: organizations.organizationName,
  externalId: workOrders.externalId,
  name: workOrders.name,
  uniqueDocumentId: workOrders.uniqueDocumentId,
  documentName: uniqueDocuments.name,
  invoiceId: workOrders.invoiceId,
  invoiceName: invoices.name,
  workOrderStatus: workOrders.workOrderStatus,
  createdAt: workOrders.createdAt,
  movedAt: workOrders.movedAt,
  shownAt: workOrders.shownAt,
};

/** Work orders of any organization, as lists and the board show them. */
export async function findCards(
  reader: Reader,
  { where, orderBy }: Pick<Slice, "where" | "orderBy">,
): Promise<WorkOrderCard[]> {
  const rows = await reader
    .select(CARD_COLUMNS)
    .from(workOrders)
    .innerJoin(organizations, eq(organizations.organizationId, workOrders.organizationId))
    .leftJoin(uniqueDocuments, linkedDocument())
    .leftJoin(invoices, linkedInvoice())
    .where(where)
    .orderBy(...orderBy);
  return rows.map(({ uniqueDocumentId, documentName, invoiceId, invoiceName, ...row }) => ({
    ...row,
    uniqueDocument: uniqueDocumentId ?? NO_PROPOSAL,
    invoice: invoiceId ?? NO_INVOICE,
    linkedNames: { uniqueDocument: documentName, invoice: invoiceName },
    createdAt: row.createdAt.toISOString(),
    movedAt: row.movedAt.toISOString(),
    shownAt: row.shownAt?.toISOString() ?? null,
  }));
}

/** These work orders as cards, in the order of the ids. */
export async function findCardsOf(reader: Reader, ids: readonly Id[]): Promise<WorkOrderCard[]> {
  const cards = await findCards(reader, { where: isAnyOf(workOrders.workOrderId, ids), orderBy: [] });
  const byId = new Map(cards.map((card) => [card.workOrderId, card]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

export const NO_WORK_ORDER = new AppError("not-found", "There is no such work order.");

/** One work order of any organization. Throws AppError "not-found". */
export async function getAdminWorkOrder(reader: Reader, workOrderId: Id): Promise<AdminWorkOrder> {
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

/** Reads and locks these rows until the transaction ends, always in one order, so that two changes cannot deadlock. */
export async function lockWorkOrders(tx: Tx, ids: readonly Id[]): Promise<Map<Id, WorkOrderRow>> {
  const rows = await tx
    .select()
    .from(workOrders)
    .where(isAnyOf(workOrders.workOrderId, ids))
    .orderBy(asc(sql`${workOrders.workOrderId} collate "C"`))
    .for("update");
  return new Map(rows.map((row) => [row.workOrderId, row]));
}

/** Publishes changed work orders to the company, and those that clients see to their clients. */
export async function publishWorkOrderChanges(
  tx: Tx,
  { live }: Pick<Deps, "live">,
  changed: readonly Pick<WorkOrderRow, "workOrderId" | "organizationId" | "shownAt">[],
): Promise<void> {
  for (const { workOrderId, organizationId, shownAt } of changed) {
    const event = { kind: "work-order", id: workOrderId } as const;
    await live.publish(tx, { company: true }, event);
    if (shownAt !== null) await live.publish(tx, { organization: organizationId }, event);
  }
}
