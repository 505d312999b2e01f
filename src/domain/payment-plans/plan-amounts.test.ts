import fc from "fast-check";
import { expect, test } from "vitest";
import { exact, roundToCents, sumOf } from "../decimal.ts";
import { lineOfOne } from "../invoices/invoice-line.ts";
import { invoiceOfPlanPart } from "../invoices/invoice-of-plan.ts";
import { nameOfPart, planAmounts } from "./plan-amounts.ts";

const cents = (amount: number) => (amount / 100).toFixed(2);

/** Percentages above 0 that add up to 100, with up to two decimals. */
const percents = fc
  .array(fc.integer({ min: 1, max: 10_000 }), { minLength: 1, maxLength: 20 })
  .map((weights) => {
    const sum = weights.reduce((all, one) => all + one, 0);
    const shares = weights.map((one) => Math.max(1, Math.floor((one / sum) * (10_000 - weights.length))));
    const rest = 10_000 - shares.slice(1).reduce((all, one) => all + one, 0);
    return [rest, ...shares.slice(1)].map((hundredths) => hundredths / 100);
  });

function wholeOf(taxed: number, untaxed: number) {
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

const AMOUNT = fc.oneof(fc.nat(300), fc.nat(90_000_000_00));

test("FIRST-9 the parts of any payment plan add up to the total to the cent, and the invoices ask for what it shows in any order", () => {
  fc.assert(
    fc.property(AMOUNT, AMOUNT, percents, fc.infiniteStream(fc.nat()), (taxed, untaxed, plan, drawn) => {
      const whole = wholeOf(taxed, untaxed);
      const shown = planAmounts(whole.total, plan);
      expect(roundToCents(sumOf(shown))).toBe(whole.total);
      expect(shown.filter((amount) => exact(amount).lt(0))).toEqual([]);

      const order = plan.map((_, index) => ({ index, at: Number(drawn.next().value) }));
      order.sort((one, other) => one.at - other.at);
      const invoiced: { part: number; percent: number; gst: string; total: string }[] = [];
      for (const { index } of order) {
        const amounts = invoiceOfPlanPart(whole, plan, index, invoiced, "Shop (P-1)");
        expect(amounts.total).toBe(shown[index]);
        invoiced.push({ part: index, percent: plan[index] ?? 0, gst: amounts.gst, total: amounts.total });
      }
      expect(roundToCents(sumOf(invoiced.map(({ gst }) => gst)))).toBe(whole.gst);
    }),
    { numRuns: 200 },
  );
});

test("FIRST-9 a part that is prepared again after invoices by hand takes what they left, to the cent", () => {
  const whole = wholeOf(100_01, 0);
  const byHand = { part: null, percent: 70, gst: "7.01", total: "77.01" };
  const rest = invoiceOfPlanPart(whole, [30, 70], 0, [byHand], "Shop (P-1)");
  expect([rest.total, rest.gst]).toEqual(["33.00", "2.99"]);
});

test("FIRST-9 a plan that does not add up shows each part's share, and a nameless part its number", () => {
  expect(planAmounts("99.99", [30, 30])).toEqual(["30.00", "30.00"]);
  expect(planAmounts("0.00", [50, 50])).toEqual(["0.00", "0.00"]);
  expect(planAmounts("100.00", [33.33, 33.33, 33.34])).toEqual(["33.33", "33.33", "33.34"]);
  expect([nameOfPart({ name: " " }, 1), nameOfPart({ name: "Deposit" }, 0)]).toEqual([
    "Payment 2",
    "Deposit",
  ]);
});
