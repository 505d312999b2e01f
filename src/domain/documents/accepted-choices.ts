import type { Id } from "../id.ts";
import { quotedWorkOrders } from "../page/blocks/work-orders.ts";
import type { PuckState } from "../page/page.ts";
import { workOrdersBlocks } from "../page/quoted-work.ts";

/** An optional work order of a page, with the client's choice. */
export type AcceptedChoice = { workOrderId: Id; name: string; isIncluded: boolean };

/** Every optional work order of a resolved page in reading order, each once. */
export function acceptedChoices(page: PuckState): AcceptedChoice[] {
  const quoted = workOrdersBlocks(page).flatMap(({ props }) => quotedWorkOrders(props.workOrderData));
  const choices = quoted.flatMap(({ workOrderId, workOrder }) => {
    if (!workOrder?.optional.isOptional) return [];
    const { doesClientWantWorkDone: isIncluded } = workOrder.optional;
    return [[workOrderId, { workOrderId, name: workOrder.name, isIncluded }] as const];
  });
  return [...new Map(choices).values()];
}
