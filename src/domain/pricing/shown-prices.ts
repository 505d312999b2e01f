import type { Dollars } from "../decimal.ts";
import type { WorkOrdersProps } from "../page/blocks/work-orders.ts";
import type { PuckState } from "../page/page.ts";
import { workOrdersBlocks } from "../page/quoted-work.ts";

/** Where figures of a document are told: on it, to visitors, as changes of it, by a call, in a list, in a mail. */
export type PricePlace = "page" | "public-view" | "changes" | "call" | "list" | "mail";

type Hiding = Pick<WorkOrdersProps, "hidePricing" | "hideBreakdown">;

/** What of a block's work is told: what it costs, and what each work order consists of. */
export type ShownPrices = { areAmountsShown: boolean; areLinesShown: boolean };

const asTheBlockSays = ({ hidePricing, hideBreakdown }: Hiding): ShownPrices => ({
  areAmountsShown: !hidePricing,
  areLinesShown: !hideBreakdown,
});
const all = (): ShownPrices => ({ areAmountsShown: true, areLinesShown: true });

/** The pricing blocks of a page; null where the page is not at hand. */
type Blocks = readonly Hiding[] | null;

/** When a total of these blocks is told. Beside amounts that are shown it would give away those that are hidden. */
const whereAllShow = (blocks: Blocks) => blocks?.every((block) => !block.hidePricing) ?? false;
const whereOneShows = (blocks: Blocks) => blocks?.some((block) => !block.hidePricing) ?? false;
const always = () => true;

type Rule = { block: (block: Hiding) => ShownPrices; total: (blocks: Blocks) => boolean };

/** The one place that says what is told where. Calls of members, lists with their sums, and mails hide nothing. */
const RULES: Record<PricePlace, Rule> = {
  page: { block: asTheBlockSays, total: whereAllShow },
  "public-view": { block: asTheBlockSays, total: whereAllShow },
  changes: { block: asTheBlockSays, total: whereOneShows },
  call: { block: all, total: always },
  list: { block: all, total: always },
  mail: { block: all, total: always },
};

/** What a place tells of one block's work. */
export function shownPrices(place: PricePlace, block: Hiding): ShownPrices {
  return RULES[place].block(block);
}

/** Whether a place tells what a resolved page costs; null for a page that is not at hand. */
export function isTotalShown(place: PricePlace, page: PuckState | null): boolean {
  return RULES[place].total(page && workOrdersBlocks(page).map(({ props }) => props));
}

/** What a page costs as a place tells it; null where there is nothing to pay, or where that is hidden. */
export function shownTotal(
  place: PricePlace,
  { page, totalCost }: { page: PuckState; totalCost: Dollars | null },
): Dollars | null {
  return totalCost !== null && isTotalShown(place, page) ? totalCost : null;
}
