import { describe, expect, test } from "vitest";
import type { PageItem, PuckState } from "../page/page.ts";
import { addsGst, documentTotal, hidesPrices, shownPrices, shownTotal, shownWork } from "./document-total.ts";
import { hidePricesOfPage } from "./hide-prices.ts";

const block = (id: string, workOrderData: unknown, rest = {}): PageItem => ({
  type: "WorkOrders",
  props: { id, workOrderData, ...rest },
});

const data = (rate: number, optional = {}) => ({
  workOrderIds: ["a"],
  workOrders: [{ workOrderId: "a", products: [{ productId: "p", total: 2 }], optional }],
  products: [{ productId: "p", productRate: rate }],
});

const page = (...content: PageItem[]): PuckState => ({ content, root: {} });

test("PRICE-1 PRICE-2 a document costs what all its Work Orders blocks cost, at any depth", () => {
  const inner = block("w2", data(50), { gst: false });
  const nested = {
    type: "Container",
    props: { id: "c", content: [{ type: "LinkWrapper", props: { id: "l", content: [inner] } }] },
  };
  expect(documentTotal(page(block("w1", data(100), { globalDiscountPercent: 10 }), nested))).toBe("298.00");
});

test("PRICE-3 a document costs what its Pricing Tables cost as well", () => {
  const table = { type: "PricingTable", props: { id: "t", lineItems: [{ price: 1000, count: 2 }] } };
  expect(documentTotal(page(block("w", data(100)), table))).toBe("2420.00");
  expect(documentTotal(page(table))).toBe("2200.00");
  expect(documentTotal(page({ type: "PricingTable", props: { id: "t" } }))).toBeNull();
});

test("PRICE-6 prices that are not shown count as well", () => {
  expect(documentTotal(page(block("w", data(100), { hidePricing: true })))).toBe("220.00");
});

test("PRICE-1 work that no one chose leaves a total of nothing, which is a total", () => {
  expect(documentTotal(page(block("w", data(100, { isOptional: true }))))).toBe("0.00");
});

test.each([
  ["no Work Orders block", page()],
  ["a block without work orders", page(block("w", { workOrderIds: [] }))],
  ["a block that cannot be read", page(block("w", "x"))],
])("%s has no total", (_name, one) => {
  expect(documentTotal(one)).toBeNull();
});

test("PRICE-5 a missing work order counts as 0", () => {
  expect(documentTotal(page(block("w", { workOrderIds: ["gone"] })))).toBe("0.00");
});

test("PRICE-5 a work order that a block lists twice counts once", () => {
  expect(documentTotal(page(block("w", { ...data(100), workOrderIds: ["a", "a"] })))).toBe("220.00");
});

test("PRICE-2 a total includes GST only if something that is priced adds it", () => {
  expect(addsGst(page(block("w", data(100))))).toBe(true);
  expect(addsGst(page(block("w", data(100), { gst: false }), block("empty", { workOrderIds: [] })))).toBe(
    false,
  );
  expect(addsGst(page(block("w", data(100), { gstPercent: 0 })))).toBe(false);
});

const OPEN = { hidePricing: false, hideBreakdown: false };
const NO_AMOUNTS = { hidePricing: true, hideBreakdown: false };
const NO_LINES = { hidePricing: false, hideBreakdown: true };
const NEITHER = { hidePricing: true, hideBreakdown: true };

/** A page with these blocks, which all quote the same work of $1,234.50. */
function pageOf(...blocks: object[]): PuckState {
  const content = blocks.map((block, at) => ({
    type: "WorkOrders",
    props: {
      id: `w${at}`,
      gst: false,
      ...block,
      workOrderData: {
        workOrderIds: ["baking"],
        workOrders: [{ workOrderId: "baking", name: "Baking", products: [{ productId: "oven", total: 3 }] }],
        products: [{ productId: "oven", productName: "Oven", productUnit: "hour", productRate: 411.5 }],
      },
    },
  }));
  return { root: { props: {} }, content };
}

const TABLE = {
  type: "PricingTable",
  props: { id: "t", lineItems: [{ product: "Bread", price: 10, count: 1, countLabel: "loaf" }] },
};
const withTable = (page: PuckState) => ({ ...page, content: [...page.content, TABLE] });

describe("PRICE-6 CARE-4 what clients see of prices", () => {
  test.each<[object, object]>([
    [OPEN, { areAmountsShown: true, areLinesShown: true }],
    [NO_AMOUNTS, { areAmountsShown: false, areLinesShown: true }],
    [NO_LINES, { areAmountsShown: true, areLinesShown: false }],
    [NEITHER, { areAmountsShown: false, areLinesShown: false }],
  ])("of a block with %j", (block, expected) => {
    expect(shownPrices({ ...OPEN, ...block })).toEqual(expected);
  });

  test.each<[string, PuckState, string | null, boolean]>([
    ["an open block", pageOf(OPEN), "1234.50", false],
    ["without its lines", pageOf(NO_LINES), "1234.50", false],
    ["a hiding block", pageOf(NO_AMOUNTS), null, true],
    ["one of two that hides", pageOf(NO_AMOUNTS, OPEN), "1234.50", true],
    ["two that show", pageOf(NO_LINES, OPEN), "2469.00", false],
    ["a hiding block beside a Pricing Table", withTable(pageOf(NEITHER)), "11.00", true],
    ["no block", pageOf(), null, false],
  ])("the total of %s counts only the shown ones", (_name, page, total, hides) => {
    expect([shownTotal(page), hidesPrices(page)]).toEqual([total, hides]);
    const hidden = hidePricesOfPage(page);
    expect([shownTotal(hidden), hidesPrices(hidden)], "of the page as clients get it").toEqual([
      total,
      hides,
    ]);
    expect(documentTotal(hidden)).toBe(total ?? (hides ? "0.00" : null));
  });

  test("work that is quoted twice is seen as far as any block shows it", () => {
    const shown = (...blocks: object[]) => shownWork(pageOf(...blocks)).get("baking");
    expect(shown(NEITHER, NO_AMOUNTS)).toEqual({ areAmountsShown: false, areLinesShown: true });
    expect(shown(NO_AMOUNTS, NO_LINES)).toEqual({ areAmountsShown: true, areLinesShown: true });
    expect(shown(NEITHER, NEITHER)).toEqual({ areAmountsShown: false, areLinesShown: false });
    expect(shown()).toBeUndefined();
  });

  test("a page that hides nothing stays the same, and one that hides holds no figure", () => {
    const page = pageOf(OPEN);
    expect(hidePricesOfPage(page)).toBe(page);
    expect(JSON.stringify(hidePricesOfPage(pageOf(NO_AMOUNTS)))).not.toContain("411.5");
  });
});
