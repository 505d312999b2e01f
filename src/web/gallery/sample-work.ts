/** The data that the server adds to a Work Orders block, with a missing work order and an unknown product. */
const workOrders = [
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

const products = [
  { productId: "hours", productName: "Consulting", productUnit: "hours", productRate: 165 },
  { productId: "pages", productName: "Page design", productUnit: "pages", productRate: 420.5 },
];

export const sampleWork = (...workOrderIds: string[]) => ({ workOrderIds, workOrders, products });
