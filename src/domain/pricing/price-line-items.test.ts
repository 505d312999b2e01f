import fc from "fast-check";
import { expect, test } from "vitest";
import { block as PricingTableBlock } from "../page/blocks/pricing-table.ts";
import { priceLineItems } from "./price-line-items.ts";

const price = (...lineItems: unknown[]) => {
  const { lines, ...sums } = priceLineItems(PricingTableBlock.read({ lineItems }));
  return { amounts: lines.map((line) => line.amount), ...sums };
};

test("PRICE-3 the sum of price × count, and GST of 10 % on it", () => {
  expect(price({ price: 95.5, count: 12.5 }, { price: 240, count: 12 })).toEqual({
    amounts: ["1193.75", "2880.00"],
    subtotal: "4073.75",
    gst: "407.38",
    total: "4481.13",
  });
});

test("PRICE-3 no cent is lost to floats, and sums are rounded once", () => {
  expect(
    price({ price: 0.1, count: 3 }, { price: 1.005, count: 1 }, { price: 1.005, count: 1 }),
  ).toMatchObject({
    amounts: ["0.30", "1.01", "1.01"],
    subtotal: "2.31",
  });
});

test("PRICE-3 nothing costs nothing, and a credit is taken off", () => {
  expect(price()).toEqual({ amounts: [], subtotal: "0.00", gst: "0.00", total: "0.00" });
  expect(price({ price: 0, count: 5 }).total).toBe("0.00");
  expect(price({ price: 100, count: 1 }, { price: -40, count: 1 })).toMatchObject({
    gst: "6.00",
    total: "66.00",
  });
});

test.each([
  undefined,
  null,
  "many",
  Number.NaN,
  Number.POSITIVE_INFINITY,
  1e12,
  "1e3",
  {},
  "12345678901234567890",
])("PRICE-5 a price or count of %j counts as 0", (value) => {
  expect(price({ price: value, count: 2 }, { price: 2, count: value }).total).toBe("0.00");
});

test("PRICE-3 the text of a decimal counts as it reads", () => {
  expect(price({ price: "120.50", count: " 2 " }).subtotal).toBe("241.00");
});

test("PRICE-3 in whole cents, the sums are those of whole numbers", () => {
  const item = fc.record({
    cents: fc.integer({ min: -1e9, max: 1e9 }),
    count: fc.integer({ min: 0, max: 999 }),
  });
  fc.assert(
    fc.property(fc.array(item, { maxLength: 20 }), (items) => {
      const sums = price(...items.map(({ cents, count }) => ({ price: cents / 100, count })));
      const sum = items.reduce((total, { cents, count }) => total + BigInt(cents) * BigInt(count), 0n);
      const half = sum < 0n ? -5n : 5n;
      const inCents = (dollars: string) => BigInt(dollars.replace(".", ""));
      expect(inCents(sums.subtotal)).toBe(sum);
      expect(inCents(sums.gst)).toBe((sum + half) / 10n);
      expect(inCents(sums.total)).toBe(sum + (sum + half) / 10n);
    }),
  );
});
