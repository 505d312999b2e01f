import type { Id } from "../id.ts";
import { readWorkOrdersProps } from "./block-props.ts";
import type { PuckState } from "./page.ts";
import { workOrdersBlocks } from "./resolve-work-orders.ts";
import { mapItems } from "./walk-page.ts";

/** Choices that the server does not have yet: what is wanted of which work order. */
export type PendingChoices = ReadonlyMap<Id, boolean>;

/** The page as it will be with these choices; prices follow from it. */
export function withChoices(page: PuckState, pending: PendingChoices): PuckState {
  if (pending.size === 0) return page;
  return mapItems(page, (item) => {
    if (item.type !== "WorkOrders") return item;
    const { workOrderData } = readWorkOrdersProps(item.props);
    const workOrders = workOrderData.workOrders.map((one) => {
      const wanted = pending.get(one.workOrderId);
      return wanted === undefined
        ? one
        : { ...one, optional: { ...one.optional, doesClientWantWorkDone: wanted } };
    });
    return { ...item, props: { ...item.props, workOrderData: { ...workOrderData, workOrders } } };
  });
}

/** Whether the page keeps its prices to itself. */
export function arePricesHidden(page: PuckState): boolean {
  return workOrdersBlocks(page).some(({ props }) => props.hidePricing);
}
