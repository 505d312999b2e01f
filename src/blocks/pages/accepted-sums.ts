import { block as PricingTableBlock } from "#domain/page/blocks/pricing-table.ts";
import { block as WorkOrdersBlock } from "#domain/page/blocks/work-orders.ts";
import type { PageItem, PuckState } from "#domain/page/page.ts";
import { allItems } from "#domain/page/walk-page.ts";
import { priceBlock } from "#domain/pricing/document-total.ts";
import { priceLineItems } from "#domain/pricing/price-line-items.ts";
import { summarizePrice } from "#domain/pricing/price-summary.ts";
import { shownPrices } from "#domain/pricing/shown-prices.ts";
import { sumsOfQuote, sumsOfTable, withTotalLabel } from "../quote-sums.ts";
import type { SumLine } from "../sums.tsx";

/**
 * The sums that a page shows: all lines of its only priced block, or the total of each of several and of the page. The
 * last line is the total of the page.
 */
export function acceptedSums(page: PuckState): SumLine[] {
  const blocks = allItems(page)
    .map(sumsOf)
    .filter((lines) => lines.length > 0);
  const { total, hidesPrices, label } = summarizePrice(page);
  if (total === null) return [];
  const [only = []] = blocks;
  if (blocks.length < 2) return withTotalLabel(only, label);
  const totals = blocks.flatMap((lines, at) => {
    const last = lines.at(-1);
    return last ? [{ term: `${last.term} of quote ${at + 1}`, amount: last.amount }] : [];
  });
  const term = hidesPrices ? label : "Total of the document";
  return [...totals, { term, amount: total, kind: "total" }];
}

function sumsOf({ type, props }: PageItem): SumLine[] {
  if (type === WorkOrdersBlock.type) {
    const quote = WorkOrdersBlock.read(props);
    const isShown = shownPrices(quote).areAmountsShown && quote.workOrderData.workOrderIds.length > 0;
    return isShown ? sumsOfQuote(priceBlock(quote), quote) : [];
  }
  if (type !== PricingTableBlock.type) return [];
  const table = PricingTableBlock.read(props);
  return table.lineItems.length > 0 ? sumsOfTable(priceLineItems(table), table) : [];
}
