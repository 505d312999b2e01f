import { mapRichText } from "#domain/page/map-rich-text.ts";
import { migratePage } from "#domain/page/migrate-page.ts";
import type { PageItem, PuckState } from "#domain/page/page.ts";
import { allItems, mapItems } from "#domain/page/walk-page.ts";
import type { WorkOrder } from "#domain/work-orders/work-order.ts";
import type { Reader } from "../db/database.ts";
import { sanitiseHtml } from "../html/sanitise-html.ts";
import { findProducts } from "../products/queries.ts";
import { findWorkOrdersOfDocument } from "../work-orders/queries.ts";
import type { DocumentRow } from "./queries.ts";

/**
 * The stored page as it is shown: of today's format, its HTML sanitised and, unless it is frozen by a decision,
 * its prices and choices taken from the work orders of the document. What is stored of prices is never trusted.
 */
export async function resolvePage(
  reader: Reader,
  document: Pick<DocumentRow, "uniqueDocumentId" | "organizationId" | "puckState">,
  prices: "live" | "frozen",
): Promise<PuckState> {
  const { page } = migratePage(document.puckState);
  const priced = prices === "live" ? await priceLive(reader, document, page) : page;
  return mapRichText(priced, sanitiseHtml);
}

async function priceLive(
  reader: Reader,
  document: Pick<DocumentRow, "uniqueDocumentId" | "organizationId">,
  page: PuckState,
): Promise<PuckState> {
  if (!allItems(page).some(isPricing)) return page;
  const workOrders = await findWorkOrdersOfDocument(
    reader,
    document.organizationId,
    document.uniqueDocumentId,
  );
  const productIds = workOrders.flatMap((workOrder) =>
    workOrder.products.map((product) => product.productId),
  );
  const products = await findProducts(reader, [...new Set(productIds)]);
  const workOrderById = new Map(workOrders.map((workOrder) => [workOrder.workOrderId, workOrder]));

  return mapItems(page, (item) => {
    if (!isPricing(item)) return item;
    const workOrderIds = workOrderIdsOf(item);
    const shown = workOrderIds
      .map((id) => workOrderById.get(id))
      .filter((one): one is WorkOrder => one !== undefined);
    const used = new Set(
      shown.flatMap((workOrder) => workOrder.products.map((product) => product.productId)),
    );
    const workOrderData = {
      workOrderIds,
      workOrders: shown,
      products: products.filter((product) => used.has(product.productId)),
    };
    return { ...item, props: { ...item.props, workOrderData } };
  });
}

function isPricing(item: PageItem): boolean {
  return item.type === "WorkOrders";
}

function workOrderIdsOf(item: PageItem): string[] {
  const data = item.props.workOrderData as { workOrderIds?: unknown } | null | undefined;
  if (!Array.isArray(data?.workOrderIds)) return [];
  return [...new Set(data.workOrderIds.filter((id): id is string => typeof id === "string"))];
}
