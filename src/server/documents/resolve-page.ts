import type { Id } from "#domain/id.ts";
import { mapRichText } from "#domain/page/map-rich-text.ts";
import { migratePage } from "#domain/page/migrate-page.ts";
import type { PuckState } from "#domain/page/page.ts";
import { quotedWorkOrderIds } from "#domain/page/quoted-work.ts";
import { resolveWorkOrders } from "#domain/page/resolve-work-orders.ts";
import type { Reader } from "../db/database.ts";
import { sanitiseHtml } from "../html/sanitise-html.ts";
import { findProducts } from "../products/queries.ts";
import { findWorkOrdersOfDocuments } from "../work-orders/queries.ts";
import type { DocumentRow } from "./queries.ts";

type PageOwner = Pick<DocumentRow, "uniqueDocumentId" | "puckState">;

/** A stored page, such as a decision's: migrated and sanitised. */
export function showStoredPage(stored: PuckState): PuckState {
  return mapRichText(migratePage(stored).page, sanitiseHtml);
}

/**
 * The stored pages of an organization's documents as readers see them: migrated and sanitised, with prices and
 * choices from the work orders. Stored prices are never used.
 */
export async function resolvePages(
  reader: Reader,
  organizationId: Id,
  owners: readonly PageOwner[],
): Promise<Map<Id, PuckState>> {
  const pages = owners.map(({ uniqueDocumentId, puckState }) => ({
    uniqueDocumentId,
    page: migratePage(puckState).page,
  }));
  const quoting = pages.filter(({ page }) => quotedWorkOrderIds(page).length > 0);
  const workOrders = await findWorkOrdersOfDocuments(
    reader,
    organizationId,
    quoting.map(({ uniqueDocumentId }) => uniqueDocumentId),
  );
  const productIds = workOrders.flatMap((workOrder) => workOrder.products.map(({ productId }) => productId));
  const products = await findProducts(reader, [...new Set(productIds)]);
  const ofDocument = Map.groupBy(workOrders, (workOrder) => workOrder.uniqueDocument);
  return new Map(
    pages.map(({ uniqueDocumentId, page }) => {
      const live = { workOrders: ofDocument.get(uniqueDocumentId) ?? [], products };
      return [uniqueDocumentId, mapRichText(resolveWorkOrders(page, live), sanitiseHtml)];
    }),
  );
}
