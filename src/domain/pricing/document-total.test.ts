import { expect, test } from "vitest";
import type { PageItem, PuckState } from "../page/page.ts";
import { addsGst, documentTotal } from "./document-total.ts";

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

test("PRICE-1 work that nobody chose leaves a total of nothing, which is a total", () => {
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
