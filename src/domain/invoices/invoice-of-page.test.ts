import fc from "fast-check";
import { expect, test } from "vitest";
import { exact, roundToCents } from "../decimal.ts";
import type { PuckState } from "../page/page.ts";
import { documentTotal } from "../pricing/document-total.ts";
import { invoiceOfPage } from "./invoice-of-page.ts";

type Work = {
  rate: number;
  total: number;
  discountPercent: number;
  isOptional: boolean;
  isSelected: boolean;
};
type Block = { work: Work[]; gst: boolean; hidePricing: boolean; hideBreakdown: boolean; discount: number };

function blockOf({ work, discount, ...settings }: Block, at: number) {
  const workOrders = work.map((one, index) => ({
    workOrderId: `w${at}-${index}`,
    name: `Work ${at}-${index}`,
    description: "",
    products: [{ productId: `p${at}-${index}`, total: one.total }],
    discountPercent: one.discountPercent,
    discountName: null,
    optional: { isOptional: one.isOptional, doesClientWantWorkDone: one.isSelected },
  }));
  const products = work.map(({ rate }, index) => ({
    productId: `p${at}-${index}`,
    productName: "Hours of a carpenter",
    productUnit: "hour",
    productRate: rate,
  }));
  const workOrderIds = workOrders.map(({ workOrderId }) => workOrderId);
  const props = {
    id: `block-${at}`,
    ...settings,
    globalDiscountPercent: discount,
    globalDiscountName: "Loyalty",
    workOrderData: { workOrderIds, workOrders, products },
  };
  return { type: "WorkOrders", props };
}

function pageOf(blocks: Block[], lineItems: object[] = []): PuckState {
  const table = { type: "PricingTable", props: { id: "table", lineItems } };
  return { root: { props: {} }, content: [...blocks.map(blockOf), table] };
}

/** The page at a rate of GST. */
function pageAt(gstPercent: number, page: PuckState): PuckState {
  const content = page.content.map((item) => ({ ...item, props: { ...item.props, gstPercent } }));
  return { ...page, content };
}

const PLAIN = { gst: true, hidePricing: false, hideBreakdown: false, discount: 0 };
const ONE: Work = { rate: 12.34, total: 1.5, discountPercent: 0, isOptional: false, isSelected: false };

const decimal = (most: number) => fc.nat(most * 1000).map((thousandths) => thousandths / 1000);
const percent = fc.oneof(fc.constant(0), decimal(100));
const work = fc.record({
  rate: decimal(5000),
  total: decimal(300),
  discountPercent: percent,
  isOptional: fc.boolean(),
  isSelected: fc.boolean(),
});
const block = fc.record({
  work: fc.array(work, { minLength: 1, maxLength: 4 }),
  gst: fc.boolean(),
  hidePricing: fc.boolean(),
  hideBreakdown: fc.boolean(),
  discount: percent,
});
const rate = fc.constantFrom(10, 0, 12.5);
const item = fc.record({ product: fc.constant("Oil"), price: decimal(900), count: decimal(50) });

test("COMPANY-7 an invoice of any accepted page equals what was accepted, and its lines its sums, to the cent", () => {
  fc.assert(
    fc.property(
      fc.array(block, { maxLength: 3 }),
      fc.array(item, { maxLength: 3 }),
      rate,
      (blocks, items, at) => {
        const page = pageAt(at, pageOf(blocks, items));
        const { lines, subtotal, gst, total } = invoiceOfPage(page);
        expect(total).toBe(documentTotal(page) ?? "0.00");
        expect(roundToCents(exact(subtotal).plus(exact(gst)))).toBe(total);
        const sum = lines.reduce((all, { amount }) => all.plus(exact(amount)), exact(0));
        expect(roundToCents(sum)).toBe(subtotal);
        if (at === 0) expect([gst, lines.some(({ hasGst }) => hasGst)]).toEqual(["0.00", false]);
      },
    ),
    { numRuns: 300 },
  );
});

test("COMPANY-7 a line has description, quantity, unit, rate and discount; work that was not wanted has none", () => {
  const discounted = { ...ONE, discountPercent: 10 };
  const unwanted = { ...ONE, isOptional: true };
  const { lines } = invoiceOfPage(pageOf([{ ...PLAIN, work: [discounted, unwanted], discount: 5 }]));
  expect(lines).toEqual([
    {
      description: "Work 0-0: Hours of a carpenter",
      quantity: 1.5,
      unit: "hour",
      rate: 12.34,
      discountPercent: 10,
      amount: "16.66",
      hasGst: true,
    },
    expect.objectContaining({ description: "Loyalty (5%)", amount: "-0.83" }),
  ]);
});

test("COMPANY-7 cents that a page adds up exactly stand in a line of their own", () => {
  const third = { ...ONE, rate: 0.335, total: 1 };
  const { lines, subtotal } = invoiceOfPage(pageOf([{ ...PLAIN, work: [third, third] }]));
  expect(lines.map(({ description, amount }) => [description, amount])).toEqual([
    ["Work 0-0: Hours of a carpenter", "0.34"],
    ["Work 0-1: Hours of a carpenter", "0.34"],
    ["Rounding", "-0.01"],
  ]);
  expect(subtotal).toBe("0.67");
});

test("CARE-4 an invoice of hidden lines names each work order, and one of hidden amounts only their sum", () => {
  const two = [ONE, { ...ONE, rate: 100 }];
  const textOf = (hidden: object) =>
    invoiceOfPage(pageOf([{ ...PLAIN, work: two, ...hidden }])).lines.map((line) => [
      line.description,
      line.unit,
      line.amount,
    ]);
  expect(textOf({ hideBreakdown: true })).toEqual([
    ["Work 0-0", null, "18.51"],
    ["Work 0-1", null, "150.00"],
  ]);
  expect(textOf({ hidePricing: true, discount: 10 })).toEqual([["Work 0-0, Work 0-1", null, "151.66"]]);
});

test("COMPANY-7 figures of a price table that are too long become one thing at that price", () => {
  const { lines } = invoiceOfPage(pageOf([], [{ product: "Sand", price: 0.1234567, count: 100 }]));
  expect(lines).toEqual([
    expect.objectContaining({ description: "Sand", quantity: 1, rate: 12.35, amount: "12.35" }),
  ]);
});
