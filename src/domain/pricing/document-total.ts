import { type Dollars, exact, roundToCents } from "../decimal.ts";
import type { WorkOrdersProps } from "../page/block-props.ts";
import type { PuckState } from "../page/page.ts";
import { quotedWorkOrders } from "../page/quoted-work.ts";
import { workOrdersBlocks } from "../page/resolve-work-orders.ts";
import { priceWorkOrders, type QuotePrice } from "./price-work-orders.ts";

/** The price of one Work Orders block. Listed work orders that are missing count as 0. */
export function priceBlock(props: WorkOrdersProps): QuotePrice {
  return priceWorkOrders({
    workOrders: quotedWorkOrders(props.workOrderData).flatMap(({ workOrder }) => workOrder ?? []),
    products: props.workOrderData.products,
    globalDiscountPercent: props.globalDiscountPercent,
    gst: props.gst,
  });
}

/** What a resolved page costs with its choices as they stand, or null while it quotes no work. */
export function documentTotal(page: PuckState): Dollars | null {
  const blocks = workOrdersBlocks(page).filter(({ props }) => props.workOrderData.workOrderIds.length > 0);
  if (blocks.length === 0) return null;
  const totals = blocks.map(({ props }) => exact(priceBlock(props).total));
  return roundToCents(totals.reduce((sum, total) => sum.plus(total)));
}
