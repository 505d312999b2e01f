import { block } from "./gallery-block.ts";
import type { GallerySection } from "./gallery-sections.ts";

const PRODUCTS = [
  { productId: "hours", productName: "Consulting", productUnit: "hours", productRate: 165 },
  { productId: "pages", productName: "Page design", productUnit: "pages", productRate: 420.5 },
];

const WORK_ORDERS = [
  {
    workOrderId: "store",
    name: "Store build",
    description: "<p>Catalogue, subscriptions, checkout and the roasting plan.</p>",
    products: [
      { productId: "hours", total: 72 },
      { productId: "pages", total: 6 },
    ],
    discountPercent: 10,
    discountName: "Built together",
  },
  {
    workOrderId: "photos",
    name: "Product photography",
    products: [{ productId: "hours", total: 8.5 }],
    optional: { isOptional: true, doesClientWantWorkDone: true },
  },
  {
    workOrderId: "training",
    name: "Training for the team",
    products: [{ productId: "hours", total: 3 }],
    optional: { isOptional: true, doesClientWantWorkDone: false },
  },
  {
    workOrderId: "bare",
    name: "With a product that is gone",
    products: [{ productId: "gone", total: null }],
  },
];

const work = (workOrderIds: string[], rest: Record<string, unknown> = {}) =>
  block("WorkOrders", {
    workOrderData: { workOrderIds, workOrders: WORK_ORDERS, products: PRODUCTS },
    ...rest,
  });

export const PRICE_SECTIONS: GallerySection[] = [
  {
    block: "Work Orders",
    setting: "optional work, discounts, GST",
    content: [
      work(["store", "photos", "training"], {
        globalDiscountPercent: 5,
        globalDiscountName: "Returning client",
      }),
    ],
  },
  {
    block: "Work Orders",
    setting: "hideBreakdown, no GST",
    content: [work(["store", "photos"], { hideBreakdown: true, gst: false })],
  },
  {
    block: "Work Orders",
    setting: "hidePricing",
    content: [work(["store", "photos"], { hidePricing: true })],
  },
  { block: "Work Orders", setting: "a missing work order and product", content: [work(["deleted", "bare"])] },
  { block: "Work Orders", setting: "empty", content: [work([])] },
  {
    block: "Pricing Table",
    setting: "line items",
    content: [
      block("PricingTable", {
        lineItems: [
          { product: "Online store, designed and built", price: 18450, count: 1 },
          { product: "Content entry", price: 95.5, count: 12.5, countLabel: "hours" },
          { product: "Care plan", price: 240, count: 12, countLabel: "months" },
          { product: "Introductory credit", price: -500, count: 1 },
          { product: "Handover workshop", price: 0, count: 1, countLabel: "morning" },
        ],
      }),
    ],
  },
  {
    block: "Pricing Table",
    setting: "values that are missing",
    content: [
      block("PricingTable", { lineItems: [{ price: 10, count: 2 }, { product: "No price, no count" }] }),
    ],
  },
  { block: "Pricing Table", setting: "empty", content: [block("PricingTable")] },
];
