import fc from "fast-check";
import { expect, test } from "vitest";
import { exact, roundToCents } from "../decimal.ts";
import { type InvoiceAmounts, lineOfOne } from "./invoice-line.ts";
import { type InvoicedPart, openPercent, splitOff } from "./invoice-part.ts";

const cents = (amount: number) => (amount / 100).toFixed(2);

/** A whole of work with GST and work without. */
function wholeOf(taxed: number, untaxed: number): InvoiceAmounts {
  const gst = roundToCents(exact(cents(taxed)).times("0.1"));
  const subtotal = cents(taxed + untaxed);
  return {
    lines: [lineOfOne("Work", cents(taxed), true), lineOfOne("Fees", cents(untaxed), false)],
    gstPercent: 10,
    subtotal,
    gst,
    total: roundToCents(exact(subtotal).plus(exact(gst))),
  };
}

function sum(amounts: readonly string[]): string {
  return roundToCents(amounts.reduce((total, amount) => total.plus(exact(amount)), exact(0)));
}

const SMALL_OR_LARGE = fc.oneof(fc.nat(40), fc.nat(90_000_000_00));

test("COMPANY-7 parts in any percentages come to what was accepted, to the cent, and none is below zero", () => {
  const percents = fc.array(fc.integer({ min: 1, max: 2500 }), { maxLength: 12 });
  fc.assert(
    fc.property(SMALL_OR_LARGE, SMALL_OR_LARGE, percents, fc.nat(11), (taxed, untaxed, target, cancelled) => {
      const whole = wholeOf(taxed, untaxed);
      let parts: (InvoicedPart & InvoiceAmounts)[] = [];
      const add = (percent: number) => {
        parts.push({ percent, ...splitOff(whole, parts, percent, "Shop (P-1)") });
      };
      for (const hundredths of target) {
        const percent = Math.min(hundredths / 100, openPercent(parts));
        if (percent > 0) add(percent);
      }
      parts = parts.filter((_, index) => index !== cancelled);
      const rest = openPercent(parts);
      if (rest > 0) add(rest);

      expect(openPercent(parts)).toBe(0);
      expect(sum(parts.map(({ total }) => total))).toBe(whole.total);
      expect(sum(parts.map(({ gst }) => gst))).toBe(whole.gst);
      expect(sum(parts.map(({ subtotal }) => subtotal))).toBe(whole.subtotal);
      for (const { lines, subtotal, gst, total } of parts) {
        expect(sum([subtotal, gst])).toBe(total);
        expect(sum(lines.map(({ amount }) => amount))).toBe(subtotal);
        expect([subtotal, gst, total].filter((amount) => exact(amount).lt(0))).toEqual([]);
      }
    }),
    { numRuns: 300 },
  );
});

test("COMPANY-7 a deposit is its share of the total, and the last part takes the remaining cents", () => {
  const whole = wholeOf(100_00, 0);
  const part = (total: string, gst: string) => ({ percent: 33.33, total, gst });
  expect(splitOff(whole, [], 33.33, "Shop (P-1)")).toEqual({
    lines: [lineOfOne("33.33% of Shop (P-1)", "33.33", true)],
    gstPercent: 10,
    subtotal: "33.33",
    gst: "3.33",
    total: "36.66",
  });
  const last = splitOff(whole, [part("36.66", "3.33"), part("36.66", "3.33")], 33.34, "Shop (P-1)");
  expect(last).toMatchObject({ subtotal: "33.34", gst: "3.34", total: "36.68" });
});

test("COMPANY-7 the whole keeps its own lines, and a part names its work without GST", () => {
  const whole = wholeOf(200_00, 50_00);
  expect(splitOff(whole, [], 100, "Shop (P-1)")).toBe(whole);
  expect(splitOff(whole, [], 50, "Shop (P-1)").lines).toEqual([
    lineOfOne("50% of Shop (P-1)", "100.00", true),
    lineOfOne("50% of Shop (P-1): work without GST", "25.00", false),
  ]);
});

test("COMPANY-7 a part of work without any GST is one line, also with the remaining cents", () => {
  const whole = { ...wholeOf(0, 100_01), lines: [lineOfOne("Fees", "100.01", false)] };
  const part = { percent: 30, total: "30.00", gst: "0.00" };
  const last = splitOff({ ...whole, gstPercent: 0 }, [part, part], 40, "Shop (P-1)");
  expect(last.lines).toEqual([lineOfOne("40% of Shop (P-1)", "40.01", false)]);
});
