import type { DocumentStatus } from "#domain/documents/unique-document.ts";
import { NO_INVOICE } from "#domain/invoices/invoice.ts";
import { NO_PROPOSAL, type ShownWorkOrder, type WorkOrder } from "#domain/work-orders/work-order.ts";
import type { workOrderProducts, workOrders } from "./tables.ts";

export type WorkOrderRow = typeof workOrders.$inferSelect;
export type WorkOrderProductRow = typeof workOrderProducts.$inferSelect;

/** A whole work order, for pages. Reading it has already sanitised `description`. */
export function presentWorkOrder(row: WorkOrderRow, products: readonly WorkOrderProductRow[]): WorkOrder {
  return {
    workOrderId: row.workOrderId,
    organizationId: row.organizationId,
    externalId: row.externalId,
    name: row.name,
    description: row.description,
    uniqueDocument: row.uniqueDocumentId ?? NO_PROPOSAL,
    invoice: row.invoiceId ?? NO_INVOICE,
    workOrderStatus: row.workOrderStatus,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    products: products.map(({ productId, total }) => ({
      productId,
      total: total === null ? null : Number(total),
    })),
    discountPercent: Number(row.discountPercent),
    discountName: row.discountName,
    optional: { isOptional: row.isOptional, doesClientWantWorkDone: row.doesClientWantWorkDone },
  };
}

/** A work order as clients see it. */
export function presentShown(
  row: WorkOrderRow,
  products: readonly WorkOrderProductRow[],
  documentStatus: DocumentStatus | null,
): ShownWorkOrder {
  const isDraft = documentStatus === "DRAFT";
  const whole = presentWorkOrder(row, products);
  return {
    ...whole,
    ...(isDraft && { description: "" }),
    ...((isDraft || row.hidesLines) && { products: [] }),
    ...((isDraft || row.hidesPrices) && { discountPercent: null, discountName: null }),
  };
}
