import { describe, expect, test } from "vitest";
import type { PuckState } from "../page/page.ts";
import { documentTotal } from "./document-total.ts";
import { hidePricesOfPage } from "./hide-prices.ts";
import { hidesPrices, shownPrices, shownTotal, shownWork } from "./shown-prices.ts";

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
