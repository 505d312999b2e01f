import {
  getManagedWorkOrder,
  getWorkOrderBoard,
  getWorkOrderHistory,
  listManagedWorkOrders,
  moveWorkOrders,
} from "#contract/admin/work-orders.ts";
import type { WorkOrderCard } from "#domain/work-orders/managed-work-order.ts";
import { WORK_ORDER_STATUS_LABELS, type WorkOrderStatus } from "#domain/work-orders/work-order.ts";
import { call, explainFailure } from "#web/lib/call.ts";
import { useCached } from "#web/lib/use-call.ts";
import { showToast } from "#web/ui/toasts.tsx";

type Movable = Pick<WorkOrderCard, "workOrderId" | "workOrderStatus" | "name">;

/** Moves a work order as it is seen, and reports the outcome. */
export function useMove(): (order: Movable, to: WorkOrderStatus) => Promise<void> {
  const refetch = useRefetchWorkOrders();
  return async ({ workOrderId, workOrderStatus: expectedStatus, name }, to) => {
    const body = { workOrders: [{ workOrderId, expectedStatus }], workOrderStatus: to };
    try {
      await call(moveWorkOrders, { body });
      showToast({ title: `Moved to ${WORK_ORDER_STATUS_LABELS[to]}`, text: name });
    } catch (error) {
      showToast({ tone: "error", title: "Nothing was moved", text: explainFailure(error) });
    }
    await refetch();
  };
}

/** Fetches everything again that shows work orders. */
export function useRefetchWorkOrders(): () => Promise<void> {
  const cached = useCached();
  return async () => {
    const shown = [getWorkOrderBoard, listManagedWorkOrders, getManagedWorkOrder, getWorkOrderHistory];
    await Promise.all(shown.map((what) => cached.refetch(what)));
  };
}
