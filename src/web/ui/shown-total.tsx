import { Exact } from "#blocks/exact.tsx";
import { formatDollars } from "#domain/format.ts";
import { NotShown } from "./not-shown.tsx";

/** The total of prices that clients see, and whether others are hidden. */
export type ShownPrice = { total: string | null; hidesPrices: boolean };

/** Whether there is a total to show: not if the page has no prices. */
export function isPriced({ total, hidesPrices }: ShownPrice): boolean {
  return total !== null || hidesPrices;
}

export function ShownTotal({ price: { total, hidesPrices } }: { price: ShownPrice }) {
  if (total !== null) return <Exact>{formatDollars(total)}</Exact>;
  return hidesPrices ? <NotShown /> : null;
}
