import { type Dollars, roundToCents, sumOf } from "../decimal.ts";
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

type Counts = (block: WorkOrdersProps) => boolean;

/** The blocks of a resolved page that price something. `counts` chooses the Work Orders blocks. */
export function pricedBlocks(page: PuckState, counts: Counts = () => true) {
  const quotes = workOrdersBlocks(page).map(({ props }) => props);
  const tables = itemsOf(page, PricingTableBlock).map(({ props }) => props);
  return {
    quotes: quotes.filter((props) => props.workOrderData.workOrderIds.length > 0 && counts(props)),
    tables: tables.filter(({ lineItems }) => lineItems.length > 0),
  };
}

/** Whether something that a resolved page prices adds GST. `counts` chooses the Work Orders blocks. */
export function addsGst(page: PuckState, counts: Counts = () => true): boolean {
  const { quotes, tables } = pricedBlocks(page, (block) => block.gst && counts(block));
  return [...quotes, ...tables].some(({ gstPercent }) => gstPercent > 0);
}

/** The total with the current choices; null if nothing is priced. `counts` chooses Work Orders blocks. */
export function documentTotal(page: PuckState, counts?: Counts): Dollars | null {
  const { quotes, tables } = pricedBlocks(page, counts);
  const totals = [...quotes.map(priceBlock), ...tables.map(priceLineItems)].map(({ total }) => total);
  return totals.length === 0 ? null : roundToCents(sumOf(totals));
}

/** What clients see of quoted work: the amounts, and the lines of each work order. */
export type ShownPrices = { areAmountsShown: boolean; areLinesShown: boolean };

/**
 * What clients see of one block's work. The only place that decides so, for pages, PDFs, calls, lists and mails. A
 * Pricing Table has no such setting and shows everything.
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
  return pricedBlocks(page).quotes.some((props) => !shownPrices(props).areAmountsShown);
}

/** The price before GST of each quoted work order whose amounts a block shows. */
export function shownNets(page: PuckState): Map<Id, Dollars> {
  const blocks = workOrdersBlocks(page).filter(({ props }) => shownPrices(props).areAmountsShown);
  return new Map(
    blocks.flatMap(({ props }) =>
      priceBlock(props).workOrders.map(({ workOrderId, net }) => [workOrderId, net] as const),
    ),
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
