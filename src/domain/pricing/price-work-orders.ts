import Big from "big.js";
import { A_TRILLION, type Dollars, exact, roundToCents, sumOf } from "../decimal.ts";
import type { Id } from "../id.ts";
import type { PricingLineItem, PricingTableProps } from "../page/blocks/pricing-table.ts";
import type { Product } from "../products/product.ts";
import { isIncluded } from "../work-orders/is-included.ts";
import type { WorkOrder } from "../work-orders/work-order.ts";

export type PricedWorkOrder = Pick<WorkOrder, "workOrderId" | "products" | "discountPercent" | "optional">;

export type ProductPrice = {
  productId: Id;
  /** Undefined if the product is unknown; it then counts as 0. */
  product: Product | undefined;
  quantity: number | null;
  amount: Dollars;
};

export type WorkOrderPrice = {
  workOrderId: Id;
  isIncluded: boolean;
  products: ProductPrice[];
  /** Before the work order's own discount. */
  gross: Dollars;
  discount: Dollars;
  /** The amount that an included work order adds to the subtotal. */
  net: Dollars;
};

/** What the work orders of a quote, which is a Work Orders block of a page, cost together. */
export type QuotePrice = {
  workOrders: WorkOrderPrice[];
  subtotal: Dollars;
  discount: Dollars;
  gst: Dollars;
  total: Dollars;
};

/** What the price of a quote is computed from. */
export type QuotePricing = {
  workOrders: readonly PricedWorkOrder[];
  products: readonly Product[];
  globalDiscountPercent: number | null | undefined;
  /** Whether GST is added. A block adds it by default. */
  gst: boolean;
  gstPercent: number;
};

/** Exact until the totals (spec 2 section 9). Each is rounded half up; the total is their sum, as the lines show it. */
export function priceWorkOrders(pricing: QuotePricing): QuotePrice {
  const productById = new Map(pricing.products.map((product) => [product.productId, product]));
  const priced = pricing.workOrders.map((workOrder) => priceWorkOrder(workOrder, productById));

  const subtotal = sumOf(priced.filter((one) => one.price.isIncluded).map((one) => one.net));
  const discount = percentOf(subtotal, pricing.globalDiscountPercent);
  const gst = pricing.gst ? percentOf(subtotal.minus(discount), pricing.gstPercent) : new Big(0);
  return { workOrders: priced.map((one) => one.price), ...roundTotals({ subtotal, discount, gst }) };
}

function priceWorkOrder(
  workOrder: PricedWorkOrder,
  productById: Map<Id, Product>,
): { price: WorkOrderPrice; net: Big } {
  const lines = workOrder.products.map(({ productId, total }) => {
    const product = productById.get(productId);
    return {
      productId,
      product,
      quantity: total,
      exactAmount: exact(product?.productRate).times(exact(total)),
    };
  });
  const gross = sumOf(lines.map((line) => line.exactAmount));
  const discount = percentOf(gross, workOrder.discountPercent);
  const net = gross.minus(discount);
  const price = {
    workOrderId: workOrder.workOrderId,
    isIncluded: isIncluded(workOrder),
    products: lines.map(({ exactAmount, ...line }) => ({ ...line, amount: roundToCents(exactAmount) })),
    gross: roundToCents(gross),
    discount: roundToCents(discount),
    net: roundToCents(net),
  };
  return { price, net };
}

export function percentOf(amount: Big, percent: number | null | undefined): Big {
  return amount.times(exact(percent)).times("0.01");
}

type Totals = { subtotal: Dollars; discount: Dollars; gst: Dollars; total: Dollars };

function roundTotals(parts: { subtotal: Big; discount: Big; gst: Big }): Totals {
  const subtotal = roundToCents(parts.subtotal);
  const discount = roundToCents(parts.discount);
  const gst = roundToCents(parts.gst);
  return {
    subtotal,
    discount,
    gst,
    total: roundToCents(exact(subtotal).minus(exact(discount)).plus(exact(gst))),
  };
}

export type LineItemsPrice = {
  lines: (PricingLineItem & { amount: Dollars })[];
  subtotal: Dollars;
  gst: Dollars;
  total: Dollars;
};

/** The price of a Pricing Table: the sum of price × count, plus GST (spec 2 section 9). Missing values count as 0. */
export function priceLineItems({
  lineItems,
  gstPercent,
}: Pick<PricingTableProps, "lineItems" | "gstPercent">): LineItemsPrice {
  const amounts = lineItems.map(({ price, count }) => exact(price).times(exact(count)));
  const sum = sumOf(amounts);
  const { subtotal, gst, total } = roundTotals({
    subtotal: sum,
    discount: new Big(0),
    gst: percentOf(sum, gstPercent),
  });
  const lines = lineItems.map((item, index) => ({
    ...item,
    amount: roundToCents(amounts[index] ?? new Big(0)),
  }));
  return { lines, subtotal, gst, total };
}

export type OwnPrice = Pick<WorkOrderPrice, "products" | "gross" | "discount" | "net"> & {
  gst: Dollars;
  gstPercent: number;
  total: Dollars;
  /** Whether it comes to a trillion dollars or more, which columns and clients cannot count. */
  isUncountable: boolean;
};

/** What a work order costs by itself if it is done, with GST at this rate. */
export function priceOwnWork(
  work: Pick<PricedWorkOrder, "products" | "discountPercent">,
  products: readonly Product[],
  gstPercent: number,
): OwnPrice {
  const optional = { isOptional: false, doesClientWantWorkDone: false };
  const quote = priceWorkOrders({
    workOrders: [{ workOrderId: "own", optional, ...work }],
    products,
    globalDiscountPercent: 0,
    gst: gstPercent > 0,
    gstPercent,
  });
  const [own] = quote.workOrders;
  if (!own) throw new Error("A quote of one work order has no price of it.");
  const { gross, discount, net } = own;
  const { gst, total } = quote;
  const isUncountable = [gross, total].some((amount) => exact(amount).gte(A_TRILLION));
  return { products: own.products, gross, discount, net, gst, gstPercent, total, isUncountable };
}
