import type { DocumentStatus } from "#domain/documents/unique-document.ts";
import type { QuotedWorkOrder } from "#domain/work-orders/document-work.ts";
import { NO_PROPOSAL, type ShownWorkOrder } from "#domain/work-orders/work-order.ts";
import { presentWorkOrder, type WorkOrderProductRow, type WorkOrderRow } from "../documents/find-work.ts";

/** The document of a work order: its status, and the work order as the document's newest version has it. */
type OfDocument = { documentStatus: DocumentStatus | null; sent: QuotedWorkOrder | undefined };

/**
 * A work order as clients see it: as it was sent, with its current choice, status and invoice. `documentStatus` is null
 * without a document that they see.
 */
export function presentShown(
  row: WorkOrderRow,
  products: readonly WorkOrderProductRow[],
  { documentStatus, sent }: OfDocument,
): ShownWorkOrder {
  const isAddedLater = documentStatus === "PENDING" && !sent;
  // The draft is one that the client does not know.
  const isInUnseenDraft = documentStatus === null && row.uniqueDocumentId !== null;
  const isUnsent = documentStatus === "DRAFT" || isInUnseenDraft || isAddedLater;
  const shown = { ...presentWorkOrder(row, products), ...sent };
  const isOptional = shown.optional.isOptional && !isAddedLater;
  return {
    ...shown,
    ...(documentStatus === null && { uniqueDocument: NO_PROPOSAL }),
    optional: { isOptional, doesClientWantWorkDone: row.doesClientWantWorkDone },
    ...(isInUnseenDraft && row.sentName !== null && { name: row.sentName }),
    ...(isUnsent && { description: "" }),
    ...((isUnsent || row.hidesLines) && { products: [] }),
    ...((isUnsent || row.hidesPrices) && { discountPercent: null, discountName: null }),
  };
}
