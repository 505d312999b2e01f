import { expect, test } from "vitest";
import type { PuckState } from "../page/page.ts";
import { quoteOfWorkOrder } from "./quote-of-work-order.ts";

function pageOf(...blocks: object[]): PuckState {
  const workOrder = { workOrderId: "mill", name: "A mill", discountPercent: 10 };
  const content = blocks.map((block, at) => ({
    type: "WorkOrders",
    props: {
      id: `w${at}`,
      ...block,
      workOrderData: {
        workOrderIds: ["mill"],
        workOrders: [{ ...workOrder, products: [{ productId: "stone", total: 2.5 }] }],
        products: [{ productId: "stone", productName: "Stone", productUnit: "tonne", productRate: 100.1 }],
      },
    },
  }));
  return { root: {}, content };
}

const LINE = { productName: "Stone", productUnit: "tonne", total: 2.5 };
const PRICED = { ...LINE, rate: "100.1", amount: "250.25" };
const UNPRICED = { ...LINE, rate: null, amount: null };
const PRICE = { gross: "250.25", discount: "25.03", net: "225.23", hasGst: true };

test.each<[string, object[], object | null]>([
  ["an open block", [{}], { lines: [PRICED], price: PRICE }],
  ["hidden prices", [{ hidePricing: true }], { lines: [UNPRICED], price: null }],
  ["a hidden breakdown", [{ hideBreakdown: true }], { lines: null, price: PRICE }],
  ["both hidden", [{ hidePricing: true, hideBreakdown: true }], { lines: null, price: null }],
  ["quoted twice", [{ hidePricing: true }, { hideBreakdown: true }], { lines: [UNPRICED], price: PRICE }],
  ["quoted twice, once openly", [{ hidePricing: true }, {}], { lines: [PRICED], price: PRICE }],
  ["not quoted", [], null],
])("CARE-4 of work with %s clients see no more than on the page", (_name, blocks, quote) => {
  expect(quoteOfWorkOrder(pageOf(...blocks), "mill")).toEqual(quote);
});
