import type { Product } from "../products/product.ts";
import type { WorkOrder } from "../work-orders/work-order.ts";
import type { PuckState } from "./page.ts";
import { mapWorkOrderData } from "./quoted-work.ts";

/**
 * The page with current work orders, products and choices in its Work Orders blocks. Stored values are ignored, and a
 * work order that is not given is missing from its block.
 */
export function resolveWorkOrders(
  page: PuckState,
  live: { workOrders: readonly WorkOrder[]; products: readonly Product[] },
): PuckState {
  return mapWorkOrderData(page, ({ workOrderIds }) => {
    const workOrders = live.workOrders.filter((one) => workOrderIds.includes(one.workOrderId));
    const quoted = new Set(workOrders.flatMap((one) => one.products.map(({ productId }) => productId)));
    const products = live.products.filter(({ productId }) => quoted.has(productId));
    return { workOrderIds, workOrders, products };
  });
}
