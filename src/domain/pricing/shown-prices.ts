import type { Dollars } from "../decimal.ts";
import type { Id } from "../id.ts";
import type { WorkOrdersProps } from "../page/blocks/work-orders.ts";
import type { PuckState } from "../page/page.ts";
import { workOrdersBlocks } from "../page/quoted-work.ts";
import { documentTotal } from "./document-total.ts";

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
