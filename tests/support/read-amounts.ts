import type { Locator } from "playwright-core";

/** "$1,234.50" and "-$61.73" in cents, so that tests add amounts exactly. */
export function toCents(text: string): bigint {
  const [, sign, dollars = "0", cents = "00"] = /^([-−–]?)\$([\d,]+)\.(\d\d)$/.exec(text.trim()) ?? [];
  if (sign === undefined) throw new Error(`Not an amount: ${text}`);
  const amount = BigInt(dollars.replaceAll(",", "")) * 100n + BigInt(cents);
  return sign === "" ? amount : -amount;
}

/** The lines of a list of sums as a person reads them: label and cents. */
export async function readSums(list: Locator): Promise<Map<string, bigint>> {
  const terms = await list.locator("dt").allInnerTexts();
  const amounts = await list.locator("dd").allInnerTexts();
  return new Map(terms.map((term, index) => [term.trim(), toCents(amounts[index] ?? "")]));
}

/** A percentage of an amount in cents, rounded half up to the cent. */
export function percentOf(cents: bigint, percent: bigint): bigint {
  const [numerator, half] = [cents * percent, 50n];
  return (numerator + half) / 100n;
}
