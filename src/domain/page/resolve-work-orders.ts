import type { Id } from "../id.ts";
import type { Product } from "../products/product.ts";
import type { WorkOrder } from "../work-orders/work-order.ts";
import { readWorkOrdersProps, type WorkOrdersProps } from "./block-props.ts";
import type { PageItem, PuckState } from "./page.ts";
import { allItems, mapItems } from "./walk-page.ts";

const WORK_ORDERS = "WorkOrders";

/** The Work Orders blocks of a page at any depth, each with its props read. */
export function workOrdersBlocks(page: PuckState): { item: PageItem; props: WorkOrdersProps }[] {
  return allItems(page)
    .filter((item) => item.type === WORK_ORDERS)
    .map((item) => ({ item, props: readWorkOrdersProps(item.props) }));
}

/** The work orders that a page quotes, each once. */
export function quotedWorkOrderIds(page: PuckState): Id[] {
  return [...new Set(workOrdersBlocks(page).flatMap(({ props }) => props.workOrderData.workOrderIds))];
}

/**
 * The page with live work orders, products and choices in its Work Orders blocks. What a stored block said
 * of them is not trusted; a work order that is not among those given is missing from the block.
 */
export function resolveWorkOrders(
  page: PuckState,
  live: { workOrders: readonly WorkOrder[]; products: readonly Product[] },
): PuckState {
  return mapItems(page, (item) => {
    if (item.type !== WORK_ORDERS) return item;
    const { workOrderIds } = readWorkOrdersProps(item.props).workOrderData;
    const workOrders = live.workOrders.filter((one) => workOrderIds.includes(one.workOrderId));
    const quoted = new Set(workOrders.flatMap((one) => one.products.map(({ productId }) => productId)));
    const products = live.products.filter(({ productId }) => quoted.has(productId));
    return { ...item, props: { ...item.props, workOrderData: { workOrderIds, workOrders, products } } };
  });
}
