import type { Id } from "../id.ts";
import type { QuotedWorkOrder } from "../work-orders/document-work.ts";
import { block as WorkOrdersBlock, type WorkOrdersProps } from "./blocks/work-orders.ts";
import type { PageItem, PuckState } from "./page.ts";
import { itemsOf, mapItems } from "./walk-page.ts";

/** The Work Orders blocks of a page, at any depth, with their props. */
export function workOrdersBlocks(page: PuckState): { item: PageItem; props: WorkOrdersProps }[] {
  return itemsOf(page, WorkOrdersBlock);
}

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

/** Choices that the server does not have yet, by work order. */
export type PendingChoices = ReadonlyMap<Id, boolean>;

/** The page with these choices applied; prices follow from them. */
export function withChoices(page: PuckState, pending: PendingChoices): PuckState {
  if (pending.size === 0) return page;
  return mapWorkOrderData(page, (data) =>
    data.workOrders.some(({ workOrderId }) => pending.has(workOrderId))
      ? { ...data, workOrders: data.workOrders.map((one) => withChoice(one, pending)) }
      : null,
  );
}

function withChoice(workOrder: QuotedWorkOrder, pending: PendingChoices): QuotedWorkOrder {
  const work = pending.get(workOrder.workOrderId);
  if (work === undefined) return workOrder;
  return { ...workOrder, optional: { ...workOrder.optional, doesClientWantWorkDone: work } };
}
