import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { quoteTerms } from "#tests/support/random-quotes.ts";
import { referenceCents, toDollars } from "#tests/support/reference-price.ts";
import { block as PricingTableBlock } from "../page/blocks/pricing-table.ts";
import type { Product } from "../products/product.ts";
import {
  type PricedWorkOrder,
  priceLineItems,
  priceWorkOrders,
  type QuotePricing,
} from "./price-work-orders.ts";

const product = (productId: string, productRate: number | null): Product => ({
  productId,
  productName: productId,
  productUnit: "hour",
  productRate,
});

const work = (
  workOrderId: string,
  lines: [productId: string, total: number | null][],
  rest = {},
): PricedWorkOrder => ({
  workOrderId,
  products: lines.map(([productId, total]) => ({ productId, total })),
  discountPercent: 0,
  optional: { isOptional: false, doesClientWantWorkDone: false },
  ...rest,
});

const quote = (workOrders: PricedWorkOrder[], rest: Partial<QuotePricing> = {}) =>
  priceWorkOrders({
    workOrders,
    products: [
      product("design", 150),
      product("build", 99.95),
      product("free", null),
      product("mill", 0.001),
    ],
    globalDiscountPercent: 0,
    gst: true,
    gstPercent: 10,
    ...rest,
  });

const selected = { optional: { isOptional: true, doesClientWantWorkDone: true } };
const unwanted = { optional: { isOptional: true, doesClientWantWorkDone: false } };

describe("PRICE-1 what is included", () => {
  test.each([
    ["work that is not optional", {}, "150.00"],
    ["optional work that the client wants", selected, "150.00"],
    ["optional work that the client does not want", unwanted, "0.00"],
    [
      "work that is not optional, whatever is stored of a choice",
      { optional: { isOptional: false, doesClientWantWorkDone: false } },
      "150.00",
    ],
  ])("%s", (_name, choice, subtotal) => {
    expect(quote([work("a", [["design", 1]], choice)]).subtotal).toBe(subtotal);
  });

  test("work left out still has its own price", () => {
    const [price] = quote([work("a", [["design", 2]], unwanted)]).workOrders;
    expect(price).toMatchObject({ isIncluded: false, gross: "300.00", net: "300.00" });
  });
});

describe("PRICE-2 discounts and GST", () => {
  test("a work order's discount applies to its own products, the global one to the subtotal, GST to the rest", () => {
    const price = quote([work("a", [["design", 10]], { discountPercent: 10 }), work("b", [["design", 2]])], {
      globalDiscountPercent: 5,
    });
    expect(price.workOrders[0]).toMatchObject({ gross: "1500.00", discount: "150.00", net: "1350.00" });
    expect(price).toMatchObject({ subtotal: "1650.00", discount: "82.50", gst: "156.75", total: "1724.25" });
  });

  test("without GST the total is the subtotal less the discount", () => {
    expect(quote([work("a", [["design", 1]])], { gst: false })).toMatchObject({
      gst: "0.00",
      total: "150.00",
    });
  });

  test("a discount of 100 % leaves nothing", () => {
    expect(quote([work("a", [["design", 1]])], { globalDiscountPercent: 100 })).toMatchObject({
      total: "0.00",
    });
  });

  test("discounts of work that is left out count for nothing", () => {
    const price = quote([
      work("a", [["design", 1]]),
      work("b", [["design", 9]], { ...unwanted, discountPercent: 50 }),
    ]);
    expect(price.subtotal).toBe("150.00");
  });
});

describe("PRICE-4 dollars with 2 decimals, rounded half up at the totals", () => {
  test.each([
    ["0.1 + 0.2 is 0.30", [0.1, 0.2], "0.30"],
    ["1.005 is 1.01, which a float would round to 1.00", [1.005], "1.01"],
    ["three thirds of a cent are one cent, not none", [0.003, 0.003, 0.004], "0.01"],
    ["half a cent is one cent", [0.005], "0.01"],
    ["less is none", [0.0049], "0.00"],
    ["a trillion less a cent", [999999999999.99], "999999999999.99"],
  ])("%s", (_name, rates, subtotal) => {
    const products = rates.map((rate, index) => product(`p${index}`, rate));
    const lines = products.map(({ productId }): [string, number] => [productId, 1]);
    expect(quote([work("a", lines)], { products }).subtotal).toBe(subtotal);
  });

  test("the lines a person reads add up to the total", () => {
    const price = quote([work("a", [["build", 3.333]])], { globalDiscountPercent: 7.77 });
    expect(price).toMatchObject({ subtotal: "333.13", discount: "25.88", gst: "30.72", total: "337.97" });
  });
});

describe("PRICE-5 what is missing", () => {
  test("a missing rate, total or product counts as 0", () => {
    const price = quote([
      work("a", [
        ["free", 5],
        ["design", null],
        ["unknown", 5],
        ["design", 1],
      ]),
    ]);
    expect(price.workOrders[0]?.products.map((line) => line.amount)).toEqual([
      "0.00",
      "0.00",
      "0.00",
      "150.00",
    ]);
    expect(price.workOrders[0]?.products.map((line) => line.product?.productId)).toEqual([
      "free",
      "design",
      undefined,
      "design",
    ]);
    expect(price.subtotal).toBe("150.00");
  });

  test("no work orders cost nothing", () => {
    expect(quote([])).toMatchObject({ workOrders: [], subtotal: "0.00", total: "0.00" });
  });
});

test("PRICE-1 PRICE-2 PRICE-4 PRICE-5 any of 20,000 quotes costs what exact fractions say, to the cent", () => {
  fc.assert(
    fc.property(quoteTerms, fc.constantFrom(10, 0, 12.5, 33.333333), (terms, gstPercent) => {
      const value = { ...terms, gstPercent };
      const price = priceWorkOrders(value);
      const reference = referenceCents(value);
      for (const part of ["subtotal", "discount", "gst", "total"] as const) {
        if (toDollars(reference[part]) !== price[part]) expect(price[part]).toBe(toDollars(reference[part]));
      }
    }),
    { numRuns: 20_000 },
  );
});

/** Subtotal, discount and GST are each rounded by at most half a cent, before and after. */
const MAX_ROUNDING_CENTS = 2;

test("PRICE-4 the total never drops when one more thing is chosen, but for the rounding of its lines", () => {
  fc.assert(
    fc.property(quoteTerms, fc.nat(), (value, pick) => {
      const products = value.products.map((one) => ({ ...one, productRate: Math.abs(one.productRate ?? 0) }));
      const workOrders = value.workOrders.map((one, index) =>
        index === pick % value.workOrders.length
          ? { ...one, optional: { isOptional: true, doesClientWantWorkDone: true } }
          : one,
      );
      const less = priceWorkOrders({ ...value, products });
      const more = priceWorkOrders({ ...value, products, workOrders });
      const gainedCents = Math.round((Number(more.total) - Number(less.total)) * 100);
      expect(gainedCents).toBeGreaterThanOrEqual(-MAX_ROUNDING_CENTS);
    }),
  );
});

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
