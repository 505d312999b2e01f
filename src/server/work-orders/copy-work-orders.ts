import { v7 } from "uuid";
import type { Id } from "#domain/id.ts";
import { NO_INVOICE } from "#domain/invoices/invoice.ts";
import type { Tx } from "../db/database.ts";
import { findWorkOrdersOfDocuments } from "../documents/find-work.ts";
import { allocateNumbers, createWorkOrders } from "./create-work-orders.ts";

type Document = { uniqueDocumentId: Id; organizationId: Id };

/**
 * Copies the work orders of a document for another one: drafts with new numbers, without invoice or choices, that
 * clients do not see. Returns each copy's id by the original's.
 */
export async function copyWorkOrders(tx: Tx, from: Document, to: Document, at: Date): Promise<Map<Id, Id>> {
  const originals = await findWorkOrdersOfDocuments(tx, from.organizationId, [from.uniqueDocumentId]);
  const inOrder = originals.toSorted(
    (one, other) =>
      one.createdAt.localeCompare(other.createdAt) || one.workOrderId.localeCompare(other.workOrderId),
  );
  const numbers = await allocateNumbers(tx, inOrder.length);
  const copies = inOrder.map((original, index) => ({
    ...original,
    workOrderId: v7(),
    organizationId: to.organizationId,
    externalId: numbers[index] ?? "",
    uniqueDocument: to.uniqueDocumentId,
    invoice: NO_INVOICE,
    workOrderStatus: "DRAFT" as const,
    optional: { ...original.optional, doesClientWantWorkDone: false },
    createdAt: at,
    updatedAt: at,
    shownAt: null,
  }));
  await createWorkOrders(tx, copies);
  return new Map(inOrder.map(({ workOrderId }, index) => [workOrderId, copies[index]?.workOrderId ?? ""]));
}
