import Big from "big.js";
import { type Dollars, exact, roundToCents } from "../decimal.ts";
import type { Id } from "../id.ts";
import type { Product } from "../products/product.ts";
import { isIncluded } from "../work-orders/is-included.ts";
import type { WorkOrder } from "../work-orders/work-order.ts";

/** The fields of a work order that decide its price. */
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

export type QuotePrice = {
  workOrders: WorkOrderPrice[];
  subtotal: Dollars;
  discount: Dollars;
  gst: Dollars;
  total: Dollars;
};

export type QuoteTerms = {
  workOrders: readonly PricedWorkOrder[];
  products: readonly Product[];
  globalDiscountPercent: number | null | undefined;
  /** Whether GST is added. A block adds it by default. */
  gst: boolean;
  /** The rate of GST. */
  gstPercent: number;
};

/**
 * The price of a quote (spec 2 section 9), exact until the totals. Subtotal, discount and GST are each rounded half
 * up to the cent. The total is their sum, so that the lines on the page add up.
 */
export function priceWorkOrders(terms: QuoteTerms): QuotePrice {
  const productById = new Map(terms.products.map((product) => [product.productId, product]));
  const priced = terms.workOrders.map((workOrder) => priceWorkOrder(workOrder, productById));

  const subtotal = sum(priced.filter((one) => one.price.isIncluded).map((one) => one.net));
  const discount = percentOf(subtotal, terms.globalDiscountPercent);
  const gst = terms.gst ? percentOf(subtotal.minus(discount), terms.gstPercent) : new Big(0);
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
  const gross = sum(lines.map((line) => line.exactAmount));
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

function sum(amounts: readonly Big[]): Big {
  return amounts.reduce((total, amount) => total.plus(amount), new Big(0));
}

export function percentOf(amount: Big, percent: number | null | undefined): Big {
  return amount.times(exact(percent)).times("0.01");
}

type Totals = { subtotal: Dollars; discount: Dollars; gst: Dollars; total: Dollars };

export function roundTotals(parts: { subtotal: Big; discount: Big; gst: Big }): Totals {
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
