import { type Dollars, exact, roundToCents } from "../decimal.ts";
import type { Id } from "../id.ts";
import { block as PricingTableBlock } from "../page/blocks/pricing-table.ts";
import { quotedWorkOrders, type WorkOrdersProps } from "../page/blocks/work-orders.ts";
import type { PuckState } from "../page/page.ts";
import { workOrdersBlocks } from "../page/quoted-work.ts";
import { itemsOf } from "../page/walk-page.ts";
import { priceLineItems, priceWorkOrders, type QuotePrice } from "./price-work-orders.ts";
import { GST_PERCENT } from "./ranges.ts";

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

/** What clients see of quoted work: the amounts, and the lines of each work order. */
export type ShownPrices = { areAmountsShown: boolean; areLinesShown: boolean };

/**
 * What clients see of one block's work. The only place that decides so: the page, the PDF, the public view, calls,
 * lists and mails ask here. A Pricing Table has no such setting and shows everything.
 */
export function shownPrices(block: Pick<WorkOrdersProps, "hidePricing" | "hideBreakdown">): ShownPrices {
  return { areAmountsShown: !block.hidePricing, areLinesShown: !block.hideBreakdown };
}

/** The total of the blocks that show their amounts; null if no block shows an amount. */
export function shownTotal(page: PuckState): Dollars | null {
  return documentTotal(page, (block) => shownPrices(block).areAmountsShown);
}

/** Whether a block of the page hides the amounts of its work. */
export function hidesPrices(page: PuckState): boolean {
  return workOrdersBlocks(page).some(
    ({ props }) => props.workOrderData.workOrderIds.length > 0 && !shownPrices(props).areAmountsShown,
  );
}

/** What clients see of each quoted work order. One that is quoted twice is seen as far as any block shows it. */
export function shownWork(page: PuckState): Map<Id, ShownPrices> {
  const shown = new Map<Id, ShownPrices>();
  for (const { props } of workOrdersBlocks(page)) {
    const here = shownPrices(props);
    for (const workOrderId of props.workOrderData.workOrderIds) {
      const before = shown.get(workOrderId);
      shown.set(workOrderId, {
        areAmountsShown: here.areAmountsShown || before?.areAmountsShown === true,
        areLinesShown: here.areLinesShown || before?.areLinesShown === true,
      });
    }
  }
  return shown;
}
