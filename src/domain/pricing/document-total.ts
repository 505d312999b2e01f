import { type Dollars, exact, roundToCents } from "../decimal.ts";
import { block as PricingTableBlock } from "../page/blocks/pricing-table.ts";
import { quotedWorkOrders, type WorkOrdersProps } from "../page/blocks/work-orders.ts";
import type { PuckState } from "../page/page.ts";
import { workOrdersBlocks } from "../page/quoted-work.ts";
import { itemsOf } from "../page/walk-page.ts";
import { GST_PERCENT } from "./gst.ts";
import { priceLineItems } from "./price-line-items.ts";
import { priceWorkOrders, type QuotePrice } from "./price-work-orders.ts";

/** The price of one Work Orders block. Missing work orders count as 0. */
export function priceBlock(props: WorkOrdersProps): QuotePrice {
  return priceWorkOrders({
    workOrders: quotedWorkOrders(props.workOrderData).flatMap(({ workOrder }) => workOrder ?? []),
    products: props.workOrderData.products,
    globalDiscountPercent: props.globalDiscountPercent,
    gst: props.gst,
    gstPercent: props.gstPercent,
  });
}

/** The rate of GST of a resolved page, which is the same wherever prices are; the usual one of a page without prices. */
export function gstPercentOfPage(page: PuckState): number {
  const [priced] = [...workOrdersBlocks(page), ...itemsOf(page, PricingTableBlock)];
  return priced?.props.gstPercent ?? GST_PERCENT;
}

/** Whether something that a resolved page prices adds GST. `counts` chooses the Work Orders blocks. */
export function addsGst(page: PuckState, counts: (block: WorkOrdersProps) => boolean = () => true): boolean {
  const quotes = workOrdersBlocks(page).filter(
    ({ props }) => props.gst && props.workOrderData.workOrderIds.length > 0 && counts(props),
  );
  const tables = itemsOf(page, PricingTableBlock).filter(({ props }) => props.lineItems.length > 0);
  return [...quotes, ...tables].some(({ props }) => props.gstPercent > 0);
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
    .filter(({ props }) => props.lineItems.length > 0)
    .map(({ props }) => priceLineItems(props).total);
  const totals = [...quotes, ...tables].map(exact);
  return totals.length === 0 ? null : roundToCents(totals.reduce((sum, total) => sum.plus(total)));
}
