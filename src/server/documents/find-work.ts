import { and, asc, eq, inArray } from "drizzle-orm";
import type { Id } from "#domain/id.ts";
import { NO_INVOICE } from "#domain/invoices/invoice.ts";
import { GST_PERCENT } from "#domain/pricing/ranges.ts";
import type { Product } from "#domain/products/product.ts";
import { type DocumentWork, quotedFields } from "#domain/work-orders/document-work.ts";
import { NO_PROPOSAL, type WorkOrder } from "#domain/work-orders/work-order.ts";
import type { DbOrTx } from "../db/database.ts";
import { isAnyOf } from "../db/many-rows.ts";
import { sanitiseHtml } from "../html/sanitise-html.ts";
import { isInCatalogue, products } from "../schema/products.ts";
import { workOrderProducts, workOrders } from "../schema/work-orders.ts";
import { findGstPercent } from "../settings/queries.ts";
import type { WorkOrderRow } from "./queries.ts";

/** The work of documents of an organization as its rows say now: what a draft shows, and what sending it freezes. */
export async function findCurrentWork(
  reader: DbOrTx,
  organizationId: Id,
  uniqueDocumentIds: readonly Id[],
): Promise<Map<Id, DocumentWork>> {
  const rows = await findWorkOrdersOfDocuments(reader, organizationId, uniqueDocumentIds);
  const productIds = new Set(rows.flatMap((row) => row.products.map((line) => line.productId)));
  const products = await findProducts(reader, [...productIds]);
  const gstPercent = uniqueDocumentIds.length === 0 ? GST_PERCENT : await findGstPercent(reader);
  const gst = gstPercent === GST_PERCENT ? {} : { gstPercent };
  const rowsOf = Map.groupBy(rows, (row) => row.uniqueDocument);
  return new Map(
    uniqueDocumentIds.map((id) => {
      const ofDocument = (rowsOf.get(id) ?? []).map(quotedFields);
      const named = new Set(ofDocument.flatMap((one) => one.products.map((line) => line.productId)));
      return [
        id,
        { workOrders: ofDocument, products: products.filter((one) => named.has(one.productId)), ...gst },
      ];
    }),
  );
}

/** The present choices on the work of these documents. */
export async function findCurrentChoices(
  reader: DbOrTx,
  uniqueDocumentIds: readonly Id[],
): Promise<Map<Id, boolean>> {
  if (uniqueDocumentIds.length === 0) return new Map();
  const { workOrderId, doesClientWantWorkDone } = workOrders;
  const rows = await reader
    .select({ workOrderId, doesClientWantWorkDone })
    .from(workOrders)
    .where(isAnyOf(workOrders.uniqueDocumentId, uniqueDocumentIds));
  return new Map(rows.map((row) => [row.workOrderId, row.doesClientWantWorkDone]));
}

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

/** The whole work orders of documents: each page defines its own order, and hides what it hides. */
export async function findWorkOrdersOfDocuments(
  reader: DbOrTx,
  organizationId: Id,
  uniqueDocumentIds: readonly Id[],
): Promise<WorkOrder[]> {
  if (uniqueDocumentIds.length === 0) return [];
  const rows = await reader
    .select()
    .from(workOrders)
    .where(
      and(
        eq(workOrders.organizationId, organizationId),
        isAnyOf(workOrders.uniqueDocumentId, uniqueDocumentIds),
      ),
    )
    .orderBy(asc(workOrders.workOrderId));
  const productsOf = await selectProducts(reader, rows);
  return rows.map((row) => presentWorkOrder(sanitised(row), productsOf(row)));
}

/** A row whose description is safe to show. */
export function sanitised(row: WorkOrderRow): WorkOrderRow {
  return { ...row, description: sanitiseHtml(row.description) };
}

type ProductsOf = (workOrder: Pick<WorkOrderRow, "workOrderId">) => WorkOrderProductRow[];

/** The lines of work orders, in their order. */
export async function selectProducts(
  reader: DbOrTx,
  of: readonly Pick<WorkOrderRow, "workOrderId">[],
): Promise<ProductsOf> {
  if (of.length === 0) return () => [];
  const ids = of.map(({ workOrderId }) => workOrderId);
  const rows = await reader
    .select()
    .from(workOrderProducts)
    .where(isAnyOf(workOrderProducts.workOrderId, ids))
    .orderBy(asc(workOrderProducts.workOrderId), asc(workOrderProducts.position));
  const byWorkOrder = Map.groupBy(rows, (row) => row.workOrderId);
  return ({ workOrderId }) => byWorkOrder.get(workOrderId) ?? [];
}

/** Those of these products that have not been deleted. */
export async function findProducts(reader: DbOrTx, productIds: readonly Id[]): Promise<Product[]> {
  if (productIds.length === 0) return [];
  const rows = await reader
    .select()
    .from(products)
    .where(and(inArray(products.productId, [...productIds]), isInCatalogue(products)))
    .orderBy(products.productId);
  return rows.map(toProduct);
}

export function toProduct(row: typeof products.$inferSelect): Product {
  const { productId, productName, productUnit, productRate } = row;
  return {
    productId,
    productName,
    productUnit,
    productRate: productRate === null ? null : Number(productRate),
  };
}
