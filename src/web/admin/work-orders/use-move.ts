import {
  getAdminWorkOrder,
  getWorkOrderBoard,
  getWorkOrderHistory,
  listAdminWorkOrders,
  moveWorkOrders,
} from "#contract/admin/work-orders.ts";
import type { WorkOrderCard } from "#domain/work-orders/admin-work-order.ts";
import { WORK_ORDER_STATUS_LABELS, type WorkOrderStatus } from "#domain/work-orders/work-order.ts";
import { call, explainFailure } from "#web/lib/call.ts";
import { useCached } from "#web/lib/use-call.ts";
import { showToast } from "#web/ui/toasts.tsx";

type Movable = Pick<WorkOrderCard, "workOrderId" | "workOrderStatus" | "name">;

/** Moves work orders as they are seen. Reports the outcome; returns whether they were moved. */
export function useMove(): (orders: readonly Movable[], to: WorkOrderStatus) => Promise<boolean> {
  const refetch = useRefetchWorkOrders();
  return async (orders, to) => {
    const [first] = orders;
    if (!first) return true;
    const workOrders = orders.map(({ workOrderId, workOrderStatus: expectedStatus }) => ({
      workOrderId,
      expectedStatus,
    }));
    try {
      await call(moveWorkOrders, { body: { workOrders, workOrderStatus: to } });
    } catch (error) {
      showToast({ tone: "error", title: "Nothing was moved", text: explainFailure(error) });
      await refetch();
      return false;
    }
    const what = orders.length === 1 ? first.name : `${orders.length} work orders`;
    showToast({ title: `Moved to ${WORK_ORDER_STATUS_LABELS[to]}`, text: what });
    await refetch();
    return true;
  };
}

/** Fetches everything again that shows work orders. */
export function useRefetchWorkOrders(): () => Promise<void> {
  const cached = useCached();
  return async () => {
    const shown = [getWorkOrderBoard, listAdminWorkOrders, getAdminWorkOrder, getWorkOrderHistory];
    await Promise.all(shown.map((what) => cached.refetch(what)));
  };
}
