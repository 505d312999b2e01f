import type { Id } from "../id.ts";
import { block as WorkOrdersBlock, type WorkOrdersProps } from "./blocks/work-orders.ts";
import type { PageItem, PuckState } from "./page.ts";
import { itemsOf, mapItems } from "./walk-page.ts";

/** The Work Orders blocks of a page, at any depth, with their props. */
export function workOrdersBlocks(page: PuckState): { item: PageItem; props: WorkOrdersProps }[] {
  return itemsOf(page, WorkOrdersBlock);
}

/** The distinct work orders that a page quotes. */
export function quotedWorkOrderIds(page: PuckState): Id[] {
  return [...new Set(workOrdersBlocks(page).flatMap(({ props }) => props.workOrderData.workOrderIds))];
}

/** The page with the data of its Work Orders blocks replaced; null leaves a block as it is. */
export function mapWorkOrderData(
  page: PuckState,
  change: (data: WorkOrdersProps["workOrderData"]) => object | null,
): PuckState {
  return mapItems(page, (item) => {
    if (item.type !== WorkOrdersBlock.type) return item;
    const workOrderData = change(WorkOrdersBlock.read(item.props).workOrderData);
    return workOrderData === null ? item : { ...item, props: { ...item.props, workOrderData } };
  });
}
