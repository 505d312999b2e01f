import { expect, test } from "vitest";
import { documentTotal } from "../pricing/document-total.ts";
import type { Product } from "../products/product.ts";
import type { WorkOrder } from "../work-orders/work-order.ts";
import type { PuckState } from "./page.ts";
import { quotedWorkOrderIds, workOrdersBlocks } from "./quoted-work.ts";
import { resolveWorkOrders } from "./resolve-work-orders.ts";

const workOrder = (workOrderId: string, productId: string): WorkOrder => ({
  workOrderId,
  organizationId: "org",
  externalId: "W-1",
  name: `Work ${workOrderId}`,
  description: "",
  uniqueDocument: "doc",
  invoice: "NO_INVOICE",
  workOrderStatus: "OPEN",
  createdAt: "2026-11-21T00:00:00.000Z",
  updatedAt: "2026-11-21T00:00:00.000Z",
  products: [{ productId, total: 1 }],
  discountPercent: 0,
  discountName: null,
  optional: { isOptional: false, doesClientWantWorkDone: false },
});

const product = (productId: string): Product => ({
  productId,
  productName: productId,
  productUnit: "hour",
  productRate: 100,
});

const block = (id: string, workOrderIds: string[]) => ({
  type: "WorkOrders",
  props: {
    id,
    hidePricing: true,
    workOrderData: {
      workOrderIds,
      workOrders: [{ workOrderId: "a", name: "Stored long ago" }],
      products: [{ productId: "p", productRate: 1 }],
    },
  },
});

const page: PuckState = {
  content: [
    block("w1", ["b", "a"]),
    { type: "Container", props: { id: "c", content: [block("w2", ["a", "gone"])] } },
  ],
  root: {},
};

test("BLOCK-6 a page names the work orders it quotes, each once", () => {
  expect(quotedWorkOrderIds(page)).toEqual(["b", "a", "gone"]);
});

test("BLOCK-6 what a stored block says of work and prices is replaced by what is so now", () => {
  const live = {
    workOrders: [workOrder("a", "p"), workOrder("b", "q")],
    products: [product("p"), product("q")],
  };
  const [first, second] = workOrdersBlocks(resolveWorkOrders(page, live)).map(({ props }) => props);
  expect(first?.workOrderData.workOrders.map((one) => one.name)).toEqual(["Work a", "Work b"]);
  expect(first?.workOrderData.products.map((one) => one.productRate)).toEqual([100, 100]);
  expect(first?.hidePricing).toBe(true);
  expect(second?.workOrderData).toMatchObject({
    workOrderIds: ["a", "gone"],
    products: [{ productId: "p" }],
  });
  expect(second?.workOrderData.workOrders.map((one) => one.workOrderId)).toEqual(["a"]);
});

test("COMPANY-1 a document's rate of GST stands at its prices, and the usual one leaves the page as it was", () => {
  const work = { workOrders: [], products: [] };
  const table = {
    type: "PricingTable",
    props: { id: "t", lineItems: [{ price: 100, count: 1 }], gstPercent: 99 },
  };
  const priced = {
    root: {},
    content: [{ type: "Container", props: { id: "box", content: [table] } }],
  } as never;
  const totalAt = (gstPercent?: number) =>
    documentTotal(resolveWorkOrders(priced, gstPercent === undefined ? work : { ...work, gstPercent }));
  expect([totalAt(), totalAt(10), totalAt(12.5), totalAt(0)]).toEqual([
    "110.00",
    "110.00",
    "112.50",
    "100.00",
  ]);
  expect(JSON.stringify(resolveWorkOrders(priced, work))).not.toContain("gstPercent");
});

test("BLOCK-6 without live work orders nothing stored is shown in their place", () => {
  const resolved = workOrdersBlocks(resolveWorkOrders(page, { workOrders: [], products: [] }));
  expect(resolved.flatMap(({ props }) => props.workOrderData.workOrders)).toEqual([]);
});
