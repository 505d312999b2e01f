import type { Dollars } from "../decimal.ts";
import { block as PaymentPlan } from "../page/blocks/payment-plan.ts";
import { quotedWorkOrders } from "../page/blocks/work-orders.ts";
import type { PuckState } from "../page/page.ts";
import { workOrdersBlocks } from "../page/quoted-work.ts";
import { itemsOf } from "../page/walk-page.ts";
import { isIncluded } from "../work-orders/is-included.ts";
import { addsGst, hidesPrices, pricedBlocks, shownPrices, shownTotal } from "./document-total.ts";

export type PriceSummary = {
  /** The total of the shown prices; null if no price is shown. */
  total: Dollars | null;
  hidesPrices: boolean;
  /** The name of the total. The sum of some prices is never called the document's total. */
  label: string;
  hasGst: boolean;
  /** The sentence about work outside of the total; null if there is none, or no total to be outside of. */
  unpricedNote: string | null;
};

export function summarizePrice(page: PuckState): PriceSummary {
  const total = shownTotal(page);
  const isPartial = total !== null && hidesPrices(page);
  const hasGst = addsGst(page, (block) => shownPrices(block).areAmountsShown);
  const fullLabel = hasGst ? "Total inc. GST" : "Total";
  return {
    total,
    hidesPrices: hidesPrices(page),
    label: isPartial ? "Total of the shown prices" : fullLabel,
    hasGst,
    unpricedNote: isPartial ? unpricedNote(page) : null,
  };
}

/** The name of a block's total if the block alone shows prices on a page that hides others; otherwise null. */
export function soleTotalLabel(page: PuckState): string | null {
  const { quotes, tables } = pricedBlocks(page, (block) => shownPrices(block).areAmountsShown);
  return hidesPrices(page) && quotes.length + tables.length === 1 ? summarizePrice(page).label : null;
}

/** What the parts of the page's payment plan add up to; null if the page has no plan, or hides a price of the total. */
export function planTotal(page: PuckState): Dollars | null {
  if (itemsOf(page, PaymentPlan).length === 0 || hidesPrices(page)) return null;
  const total = shownTotal(page);
  return total?.startsWith("-") ? null : total;
}

function unpricedNote(page: PuckState): string | null {
  const names = workOrdersBlocks(page)
    .filter(({ props }) => !shownPrices(props).areAmountsShown)
    .flatMap(({ props }) => quotedWorkOrders(props.workOrderData))
    .flatMap(({ workOrder }) => (workOrder && isIncluded(workOrder) ? [`“${workOrder.name}”`] : []));
  if (names.length === 0) return null;
  return `Work without a shown price is part of the acceptance: ${[...new Set(names)].join(", ")}.`;
}
