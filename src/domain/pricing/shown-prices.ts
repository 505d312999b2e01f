import type { Dollars } from "../decimal.ts";
import type { WorkOrdersProps } from "../page/blocks/work-orders.ts";
import type { PuckState } from "../page/page.ts";
import { workOrdersBlocks } from "../page/quoted-work.ts";

/** The places that show amounts of a document: the page, the public view, changes, calls, lists, mails. */
export type PricePlace = "page" | "public-view" | "changes" | "call" | "list" | "mail";

type Hiding = Pick<WorkOrdersProps, "hidePricing" | "hideBreakdown">;

/** What a place shows of a block's work: the amounts, and the lines of each work order. */
export type ShownPrices = { areAmountsShown: boolean; areLinesShown: boolean };

const asTheBlockSays = ({ hidePricing, hideBreakdown }: Hiding): ShownPrices => ({
  areAmountsShown: !hidePricing,
  areLinesShown: !hideBreakdown,
});
const all = (): ShownPrices => ({ areAmountsShown: true, areLinesShown: true });

/** The pricing blocks of a page; null if the page is not loaded. */
type Blocks = readonly Hiding[] | null;

/** Shows a total only if every block shows its amounts. Beside visible amounts a total would reveal the hidden ones. */
const whereAllShow = (blocks: Blocks) => blocks?.every((block) => !block.hidePricing) ?? false;
const whereOneShows = (blocks: Blocks) => blocks?.some((block) => !block.hidePricing) ?? false;
const always = () => true;

type Rule = { block: (block: Hiding) => ShownPrices; total: (blocks: Blocks) => boolean };

/** The only place that decides what is shown where. Calls of members, lists with their sums, and mails hide nothing. */
const RULES: Record<PricePlace, Rule> = {
  page: { block: asTheBlockSays, total: whereAllShow },
  "public-view": { block: asTheBlockSays, total: whereAllShow },
  changes: { block: asTheBlockSays, total: whereOneShows },
  call: { block: all, total: always },
  list: { block: all, total: always },
  mail: { block: all, total: always },
};

/** What a place shows of one block's work. */
export function shownPrices(place: PricePlace, block: Hiding): ShownPrices {
  return RULES[place].block(block);
}

/** Whether a place shows the total of a resolved page; null for a page that is not loaded. */
export function isTotalShown(place: PricePlace, page: PuckState | null): boolean {
  return RULES[place].total(page && workOrdersBlocks(page).map(({ props }) => props));
}

/** The total of a page in a place; null if nothing is to be paid or the total is hidden. */
export function shownTotal(
  place: PricePlace,
  { page, totalCost }: { page: PuckState; totalCost: Dollars | null },
): Dollars | null {
  return totalCost !== null && isTotalShown(place, page) ? totalCost : null;
}
