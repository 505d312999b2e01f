import { migratePage } from "#domain/page/migrate-page.ts";
import type { PuckState } from "#domain/page/page.ts";
import { quotedWorkOrderIds, resolveWorkOrders } from "#domain/page/resolve-work-orders.ts";
import { mapRichText } from "#domain/page/rich-text.ts";
import type { Reader } from "../db/database.ts";
import { sanitiseHtml } from "../html/sanitise-html.ts";
import { findProducts } from "../products/queries.ts";
import { findWorkOrdersOfDocument } from "../work-orders/queries.ts";
import type { DocumentRow } from "./queries.ts";

type PageOwner = Pick<DocumentRow, "uniqueDocumentId" | "organizationId" | "puckState">;

/**
 * The stored page as it is shown: of today's format, its HTML sanitised and, unless it is frozen by a decision,
 * its prices and choices taken from the work orders of the document. What is stored of prices is never trusted.
 */
export async function resolvePage(
  reader: Reader,
  document: PageOwner,
  prices: "live" | "frozen",
): Promise<PuckState> {
  const { page } = migratePage(document.puckState);
  const priced = prices === "live" ? await priceLive(reader, document, page) : page;
  return mapRichText(priced, sanitiseHtml);
}

async function priceLive(reader: Reader, document: PageOwner, page: PuckState): Promise<PuckState> {
  if (quotedWorkOrderIds(page).length === 0) return resolveWorkOrders(page, { workOrders: [], products: [] });
  const workOrders = await findWorkOrdersOfDocument(
    reader,
    document.organizationId,
    document.uniqueDocumentId,
  );
  const productIds = workOrders.flatMap((workOrder) => workOrder.products.map(({ productId }) => productId));
  return resolveWorkOrders(page, {
    workOrders,
    products: await findProducts(reader, [...new Set(productIds)]),
  });
}
