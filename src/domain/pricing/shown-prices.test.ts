import { describe, expect, test } from "vitest";
import type { PuckState } from "../page/page.ts";
import { hidePricesOfPage } from "./hide-prices.ts";
import { isTotalShown, type PricePlace, shownPrices, shownTotal } from "./shown-prices.ts";

const OPEN = { hidePricing: false, hideBreakdown: false };
const NO_AMOUNTS = { hidePricing: true, hideBreakdown: false };
const NO_LINES = { hidePricing: false, hideBreakdown: true };

function pageOf(...blocks: object[]): PuckState {
  const content = blocks.map((block, at) => ({
    type: "WorkOrders",
    props: {
      id: `w${at}`,
      ...block,
      workOrderData: {
        workOrderIds: ["baking"],
        workOrders: [{ workOrderId: "baking", name: "Baking", products: [{ productId: "oven", total: 3 }] }],
        products: [{ productId: "oven", productName: "Oven", productUnit: "hour", productRate: 987.65 }],
      },
    },
  }));
  return { root: { props: {} }, content };
}

describe("PRICE-6 what is told of prices", () => {
  test.each<[PricePlace, object, object]>([
    ["page", NO_AMOUNTS, { areAmountsShown: false, areLinesShown: true }],
    ["page", NO_LINES, { areAmountsShown: true, areLinesShown: false }],
    ["public-view", NO_AMOUNTS, { areAmountsShown: false, areLinesShown: true }],
    ["changes", NO_AMOUNTS, { areAmountsShown: false, areLinesShown: true }],
    ["call", NO_AMOUNTS, { areAmountsShown: true, areLinesShown: true }],
  ])("by %s of a block with %j", (place, block, expected) => {
    expect(shownPrices(place, { ...OPEN, ...block })).toEqual(expected);
  });

  test.each<[PricePlace, object[], boolean]>([
    ["page", [OPEN, NO_LINES], true],
    ["page", [OPEN, NO_AMOUNTS], false],
    ["page", [], true],
    ["public-view", [OPEN, NO_AMOUNTS], false],
    ["changes", [OPEN, NO_AMOUNTS], true],
    ["changes", [NO_AMOUNTS], false],
    ["changes", [], false],
    ["call", [NO_AMOUNTS], true],
    ["list", [NO_AMOUNTS], true],
    ["mail", [NO_AMOUNTS], true],
  ])("by %s of the total of %j: %s", (place, blocks, expected) => {
    const page = pageOf(...blocks);
    expect(isTotalShown(place, page)).toBe(expected);
    expect(shownTotal(place, { page, totalCost: "12.00" })).toBe(expected ? "12.00" : null);
    expect(shownTotal(place, { page, totalCost: null })).toBeNull();
  });

  test("a place that hides and does not have the page tells no total", () => {
    expect(isTotalShown("page", null)).toBe(false);
  });

  test("a page that is sent to visitors holds no hidden figure, and one for members is as it is", () => {
    const page = pageOf(NO_AMOUNTS);
    expect(JSON.stringify(hidePricesOfPage("public-view", page))).not.toContain("987.65");
    expect(hidePricesOfPage("call", page)).toBe(page);
  });
});
