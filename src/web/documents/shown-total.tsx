import { formatDollars } from "#domain/format.ts";
import { NotShown } from "#web/ui/not-shown.tsx";

/** The total of the prices that a page shows, and whether it hides others. */
export type ShownPrice = { total: string | null; hidesPrices: boolean };

/** Whether there is anything to say: not if the page has no prices. */
export function isPriced({ total, hidesPrices }: ShownPrice): boolean {
  return total !== null || hidesPrices;
}

/** What the amount is called. A sum of some of the prices is not the document's total. */
export function totalLabel({ total, hidesPrices }: ShownPrice): string {
  return total !== null && hidesPrices ? "Total of shown prices" : "Total";
}

export function ShownTotal({ price: { total, hidesPrices } }: { price: ShownPrice }) {
  if (total !== null) return formatDollars(total);
  return hidesPrices ? <NotShown /> : null;
}
