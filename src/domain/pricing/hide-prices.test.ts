import fc from "fast-check";
import { expect, test } from "vitest";
import type { PuckState } from "../page/page.ts";
import { documentTotal } from "../pricing/document-total.ts";
import { pageForVisitors } from "../pricing/hide-prices.ts";

const SECRET = "No one's business";

type Line = { rate: number; total: number };

function pageOf(props: Record<string, unknown>, orders: Line[][] = [[{ rate: 165, total: 18 }]]): PuckState {
  const lines = orders.flatMap((order, at) =>
    order.map((line, index) => ({ ...line, productId: `p-${at}-${index}` })),
  );
  return {
    root: { props: { title: "An offer", note: SECRET } as { title: string } },
    content: [
      { type: "Heading", props: { id: "heading", text: "An offer" } },
      { type: "StaffNotes", props: { id: "notes", text: SECRET } },
      {
        type: "WorkOrders",
        props: {
          id: "prices",
          globalDiscountPercent: 7.5,
          globalDiscountName: "Old friends",
          ...props,
          workOrderData: {
            workOrderIds: orders.map((_, at) => `work-${at}`),
            workOrders: orders.map((order, at) => ({
              workOrderId: `work-${at}`,
              organizationId: SECRET,
              name: `Work ${at}`,
              description: "",
              discountPercent: 12.5,
              discountName: "Early",
              optional: { isOptional: false, doesClientWantWorkDone: false },
              products: order.map(({ total }, index) => ({ productId: `p-${at}-${index}`, total })),
            })),
            products: lines.map(({ productId, rate }) => ({
              productId,
              productName: `Product of ${productId}`,
              productUnit: "hour",
              productRate: rate,
            })),
          },
        },
      },
    ],
  };
}

test("BLOCK-1 a visitor's browser is told nothing that the page does not show", () => {
  const shown = pageForVisitors(pageOf({}));
  expect(JSON.stringify(shown)).not.toContain(SECRET);
  expect(shown.root).toEqual({ props: { title: "An offer" } });
  expect(JSON.stringify(shown)).toContain("Product of p-0-0");
});

test("PRICE-6 where prices are hidden no figure goes out, and where the breakdown is, no line", () => {
  const withoutPrices = JSON.stringify(pageForVisitors(pageOf({ hidePricing: true })));
  for (const figure of ["165", "7.5", "12.5", "Early", "Old friends"]) {
    expect(withoutPrices).not.toContain(figure);
  }
  expect(withoutPrices).toContain("Product of p-0-0");
  const withoutEither = JSON.stringify(pageForVisitors(pageOf({ hidePricing: true, hideBreakdown: true })));
  expect(withoutEither).not.toContain("Product");
  const withoutBreakdown = JSON.stringify(pageForVisitors(pageOf({ hideBreakdown: true })));
  for (const part of ["165", "Product of", "hour"]) expect(withoutBreakdown).not.toContain(part);
  expect(withoutBreakdown).toContain("2970");
});

test("CARE-4 a price that no number holds is told without the rates that make it", () => {
  const odd = pageOf({ hideBreakdown: true }, [
    [
      { rate: 123456789.123456, total: 98765.432 },
      { rate: 0.000001, total: 0.001 },
    ],
  ]);
  const told = JSON.stringify(pageForVisitors(odd));
  for (const part of ["123456789.123456", "98765.432", "0.000001"]) expect(told).not.toContain(part);
  expect(documentTotal(pageForVisitors(odd))).toBe(documentTotal(odd));
});

const line = fc.record({
  rate: fc.integer({ min: 0, max: 10 ** 12 }).map((rate) => rate / 1000),
  total: fc.integer({ min: 1, max: 10 ** 8 }).map((total) => total / 1000),
});

test("PRICE-1 PRICE-6 without its breakdown every quote comes to the same cent", () => {
  fc.assert(
    fc.property(fc.array(fc.array(line, { maxLength: 6 }), { minLength: 1, maxLength: 5 }), (orders) => {
      const page = pageOf({ hideBreakdown: true }, orders);
      expect(documentTotal(pageForVisitors(page))).toBe(documentTotal(page));
    }),
    { numRuns: 500 },
  );
});
