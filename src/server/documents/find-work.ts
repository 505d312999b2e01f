import type { Id } from "#domain/id.ts";
import { GST_PERCENT } from "#domain/pricing/gst.ts";
import { type DocumentWork, quotedFields } from "#domain/work-orders/document-work.ts";
import type { Reader } from "../db/database.ts";
import { isAnyOf } from "../db/is-any-of.ts";
import { findProducts } from "../products/queries.ts";
import { workOrders } from "../schema/work-orders.ts";
import { findGstPercent } from "../settings/queries.ts";
import { findWorkOrdersOfDocuments } from "../work-orders/queries.ts";

/** The work of documents of an organization as its rows say now: what a draft shows, and what sending it freezes. */
export async function findCurrentWork(
  reader: Reader,
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
  reader: Reader,
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
