import type { Id } from "../id.ts";
import type { QuotedWorkOrder } from "../work-orders/document-work.ts";
import type { PuckState } from "./page.ts";
import { mapWorkOrderData } from "./quoted-work.ts";

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
  const wanted = pending.get(workOrder.workOrderId);
  if (wanted === undefined) return workOrder;
  return { ...workOrder, optional: { ...workOrder.optional, doesClientWantWorkDone: wanted } };
}
