import Big from "big.js";
import { type Dollars, exact, roundToCents } from "../decimal.ts";
import { formatDate } from "../format.ts";
import type { PaymentPart } from "../page/blocks/payment-plan.ts";

/** A value, or the nearer bound if it is out of them. */
export function within(value: Big, least: Big, most: Big): Big {
  if (value.gt(most)) return most;
  return value.lt(least) ? least : value;
}

/** A part of a total of which `left` is left. The part that completes 100 per cent takes all of it. */
export function partOfTotal(total: Big, left: Big, percent: number, isLast: boolean): Big {
  return isLast ? left : within(total.times(percent).div(100).round(2, 1), new Big(0), left);
}

/** What each part of a payment plan comes to. The parts of a whole plan add up to the total, to the cent. */
export function planAmounts(total: Dollars, percents: readonly number[]): Dollars[] {
  let left = exact(total);
  let open = new Big(100);
  return percents.map((percent) => {
    const amount = partOfTotal(exact(total), left, percent, open.eq(percent));
    left = left.minus(amount);
    open = open.minus(percent);
    return roundToCents(amount);
  });
}

const DUE_TEXTS = { accepted: "On acceptance", done: "When the work is done" };

/** When a part is invoiced. */
export function dueText({ due, day }: Pick<PaymentPart, "due" | "day">): string {
  if (due !== "date") return DUE_TEXTS[due];
  return day ? formatDate(day, "UTC") : "No date yet";
}

/** What readers call a part: "Deposit", or "Payment 2". */
export function nameOfPart({ name }: { name: string }, index: number): string {
  return name.trim() || `Payment ${index + 1}`;
}
