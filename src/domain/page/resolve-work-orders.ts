import { GST_PERCENT } from "../pricing/ranges.ts";
import type { DocumentWork } from "../work-orders/document-work.ts";
import { block as PricingTable } from "./blocks/pricing-table.ts";
import { block as WorkOrders } from "./blocks/work-orders.ts";
import type { PuckState } from "./page.ts";
import { mapWorkOrderData } from "./quoted-work.ts";
import { mapItems } from "./walk-page.ts";

/** The page with a document's work and rate of GST in its blocks. What the page stored of them is ignored. */
export function resolveWorkOrders(page: PuckState, work: DocumentWork): PuckState {
  return mapWorkOrderData(withGst(page, work.gstPercent ?? GST_PERCENT), ({ workOrderIds }) => {
    const workOrders = work.workOrders.filter((one) => workOrderIds.includes(one.workOrderId));
    const productIds = new Set(workOrders.flatMap((one) => one.products.map(({ productId }) => productId)));
    const products = work.products.filter(({ productId }) => productIds.has(productId));
    return { workOrderIds, workOrders, products };
  });
}

/** The page as it is stored: the ids of its work, and nothing that resolving adds. */
export function withoutResolved(page: PuckState): PuckState {
  return mapWorkOrderData(withGst(page, GST_PERCENT), ({ workOrderIds }) => ({ workOrderIds }));
}

const PRICED: readonly string[] = [WorkOrders.type, PricingTable.type];

/** The usual rate is left out, so that pages from before there were others keep their hash. */
function withGst(page: PuckState, gstPercent: number): PuckState {
  return mapItems(page, (item) => {
    if (!PRICED.includes(item.type)) return item;
    const { gstPercent: _, ...props } = item.props;
    return { ...item, props: gstPercent === GST_PERCENT ? props : { ...props, gstPercent } } as typeof item;
  });
}
