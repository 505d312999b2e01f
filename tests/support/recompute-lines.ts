import fc from "fast-check";
import { expect } from "vitest";
import type { InvoiceLine } from "#domain/invoices/invoice-line.ts";
import { amountOf } from "#domain/invoices/invoice-of-page.ts";

type Line = { quantity: number; rate: number };

/** A number of up to 6 decimals and 15 digits, from `smallest` on. */
const decimal = (smallest: number) =>
  fc
    .tuple(fc.bigInt(0n, 10n ** 15n - 1n), fc.integer({ min: 0, max: 6 }), fc.integer({ min: 1, max: 15 }))
    .map(([digits, decimals, kept]) => Number(`${digits % 10n ** BigInt(kept)}e-${decimals}`))
    .filter((value) => value >= smallest && value < 1e12);

/** Lines at the limits of what the portal accepts (FORM-2), and between them. */
export const acceptedLines: fc.Arbitrary<Line[]> = fc.array(
  fc.record({
    quantity: fc.oneof(fc.constantFrom(0.001, 0.004, 0.333333, 123456.789), decimal(0.001)),
    rate: fc.oneof(fc.constantFrom(0, 0.000001, 1.005, 0.333333), decimal(0)),
  }),
  { minLength: 1, maxLength: 5 },
);

/** The same lines on an invoice. */
export function invoiced(lines: readonly Line[], discountPercent: number): InvoiceLine[] {
  return lines.map((line) => ({
    ...line,
    discountPercent,
    description: "Work",
    unit: "hour",
    hasGst: true,
    amount: amountOf({ ...line, discountPercent }),
  }));
}

/** A percentage is none of the three. */
const FIGURE = /−?\$?\d[\d,]*(?:\.\d+)?(?![\d.,]*%)/g;

/** The quantity, the rate and the amount that each row of the HTML's table shows. */
export function shownRows(html: string): { quantity: string; rate: string; amount: string }[] {
  const body = html.slice(html.indexOf("<tbody"), html.indexOf("</tbody>"));
  return [...body.matchAll(/<tr[ >].*?<\/tr>/gs)].map(([row]) => {
    const figures = row.replaceAll(/<[^>]*>/g, "\n").match(FIGURE) ?? [];
    const [quantity = ""] = figures.filter((one) => !one.includes("$"));
    const money = figures.filter((one) => one.includes("$"));
    return { quantity, rate: money[0] ?? "", amount: money.at(-1) ?? "" };
  });
}

/** A shown figure in millionths. */
function millionths(shown: string): bigint {
  const [whole = "", decimals = ""] = shown.replaceAll(/[$,]/g, "").replace("−", "-").split(".");
  expect(decimals.length, shown).toBeLessThanOrEqual(6);
  return BigInt(`${whole}${decimals.padEnd(6, "0")}`);
}

/** Fails unless a reader who multiplies each shown quantity by its shown rate gets the shown amount, to the cent. */
export function expectRecomputable(html: string, lines: readonly Line[], discountPercent = 0n): void {
  const rows = shownRows(html);
  expect(rows).toHaveLength(lines.length);
  for (const { quantity, rate, amount } of rows) {
    const parts = millionths(quantity) * millionths(rate) * (100n - discountPercent);
    const cent = 10n ** 12n;
    expect(millionths(amount) / 10_000n, `${quantity} × ${rate}`).toBe((parts + cent / 2n) / cent);
  }
}
