import { type Dollars, exact, roundToCents } from "../decimal.ts";
import { block as PricingTableBlock } from "../page/blocks/pricing-table.ts";
import { quotedWorkOrders, type WorkOrdersProps } from "../page/blocks/work-orders.ts";
import type { PuckState } from "../page/page.ts";
import { workOrdersBlocks } from "../page/quoted-work.ts";
import { itemsOf } from "../page/walk-page.ts";
import { priceLineItems } from "./price-line-items.ts";
import { priceWorkOrders, type QuotePrice } from "./price-work-orders.ts";

/** The price of one Work Orders block. Missing work orders count as 0. */
export function priceBlock(props: WorkOrdersProps): QuotePrice {
  return priceWorkOrders({
    workOrders: quotedWorkOrders(props.workOrderData).flatMap(({ workOrder }) => workOrder ?? []),
    products: props.workOrderData.products,
    globalDiscountPercent: props.globalDiscountPercent,
    gst: props.gst,
  });
}

/**
 * The total of a resolved page with its current choices; null if the page prices nothing. `counts` chooses the Work
 * Orders blocks.
 */
export function documentTotal(
  page: PuckState,
  counts: (block: WorkOrdersProps) => boolean = () => true,
): Dollars | null {
  const quotes = workOrdersBlocks(page)
    .filter(({ props }) => props.workOrderData.workOrderIds.length > 0 && counts(props))
    .map(({ props }) => priceBlock(props).total);
  const tables = itemsOf(page, PricingTableBlock)
    .map(({ props }) => props.lineItems)
    .filter((lineItems) => lineItems.length > 0)
    .map((lineItems) => priceLineItems(lineItems).total);
  const totals = [...quotes, ...tables].map(exact);
  return totals.length === 0 ? null : roundToCents(totals.reduce((sum, total) => sum.plus(total)));
}
