import { NO_INVOICE } from "#domain/invoices/invoice.ts";
import { NO_PROPOSAL, type WorkOrder } from "#domain/work-orders/work-order.ts";
import { beginCreation, type Created, checkReferences, createRecords } from "../creation/creation.ts";
import type { Tx } from "../db/database.ts";
import { partsOf } from "../db/parts-of.ts";
import { sanitiseHtml } from "../html/sanitise-html.ts";
import { workOrderProducts, workOrders } from "./tables.ts";

export type WorkOrderDraft = Omit<WorkOrder, "createdAt" | "updatedAt"> & {
  createdAt: Date;
  updatedAt: Date;
};

/** Adds new work orders with their products. Does not update the totals of their documents. */
export async function createWorkOrders(
  tx: Tx,
  drafts: readonly WorkOrderDraft[],
): Promise<Created<WorkOrderDraft>> {
  const creation = await beginCreation(tx, "workOrders", drafts);
  await checkReferences(tx, creation, ({ organizationId, uniqueDocument, invoice, products }) => [
    { path: "organizationId", to: "organizations", name: organizationId },
    {
      path: "uniqueDocument",
      to: "documents",
      name: unless(NO_PROPOSAL, uniqueDocument),
      within: organizationId,
    },
    { path: "invoice", to: "invoices", name: unless(NO_INVOICE, invoice), within: organizationId },
    ...products.map(({ productId }, index) => ({
      path: `products[${index}].productId`,
      to: "products" as const,
      name: productId,
    })),
  ]);
  const created = await createRecords(tx, creation, workOrders, toRow);
  const lines = created.added.flatMap(({ workOrderId, products }) =>
    products.map(({ productId, total }, position) => ({
      workOrderId,
      position,
      productId,
      total: total === null ? null : String(total),
    })),
  );
  for (const part of partsOf(lines)) await tx.insert(workOrderProducts).values(part);
  return created;
}

function toRow({ uniqueDocument, invoice, optional, products: _, ...draft }: WorkOrderDraft) {
  return {
    ...draft,
    ...optional,
    description: sanitiseHtml(draft.description),
    uniqueDocumentId: unless(NO_PROPOSAL, uniqueDocument),
    invoiceId: unless(NO_INVOICE, invoice),
    discountPercent: String(draft.discountPercent),
  };
}

function unless<Name extends string>(placeholder: string, name: Name): Name | null {
  return name === placeholder ? null : name;
}
