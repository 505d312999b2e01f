import { A_TRILLION, type Dollars, exact } from "../decimal.ts";
import type { Product } from "../products/product.ts";
import { type PricedWorkOrder, priceWorkOrders, type WorkOrderPrice } from "./price-work-orders.ts";

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
