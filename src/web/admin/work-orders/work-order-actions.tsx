import { useState } from "react";
import { deleteWorkOrder, showWorkOrders } from "#contract/admin/work-orders.ts";
import { isDeletable, type ManagedWorkOrder } from "#domain/work-orders/managed-work-order.ts";
import { call, explainFailure } from "#web/lib/call.ts";
import { useNavigate } from "#web/lib/routing/use-routing.ts";
import { Button } from "#web/ui/button.tsx";
import { DeleteDialog } from "#web/ui/form-dialog.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import { WORK_ORDERS } from "../ui/paths.ts";
import { StatusSelect } from "./status-select.tsx";
import { useMove, useRefetchWorkOrders } from "./use-move.ts";

/** What an editor does with a work order besides changing it: moves it, shows it to its client, deletes it. */
export function WorkOrderActions({ workOrder }: { workOrder: ManagedWorkOrder }) {
  const { workOrderId, name, workOrderStatus, shownAt, organizationName } = workOrder;
  const navigate = useNavigate();
  const move = useMove();
  const refetch = useRefetchWorkOrders();
  const [isBusy, setIsBusy] = useState(false);
  const [isDeleting, setIsDeleting] = useState(false);

  async function busily(work: () => Promise<unknown>) {
    setIsBusy(true);
    await work();
    setIsBusy(false);
  }

  async function show() {
    try {
      await call(showWorkOrders, { body: { workOrderIds: [workOrderId] } });
      showToast({ title: "Shown to the client", text: `${organizationName} sees it from now on.` });
    } catch (error) {
      showToast({ tone: "error", title: "The client doesn't see it yet", text: explainFailure(error) });
    }
    await refetch();
  }

  async function remove() {
    await call(deleteWorkOrder, { params: { id: workOrderId } });
    showToast({ title: "Work order deleted", text: name });
    await navigate(WORK_ORDERS, { replace: true });
  }

  return (
    <>
      {shownAt === null ? (
        <Button isBusy={isBusy} onClick={() => void busily(show)}>
          Show to the client
        </Button>
      ) : null}
      <StatusSelect
        label="Status"
        value={workOrderStatus}
        isDisabled={isBusy}
        onChoose={(status) => void busily(() => move(workOrder, status))}
      />
      {isDeletable(workOrder) ? (
        <Button tone="quiet" disabled={isBusy} onClick={() => setIsDeleting(true)}>
          Delete
        </Button>
      ) : workOrderStatus === "ARCHIVED" ? null : (
        <Button tone="quiet" disabled={isBusy} onClick={() => void busily(() => move(workOrder, "ARCHIVED"))}>
          Archive
        </Button>
      )}
      <DeleteDialog
        isOpen={isDeleting}
        item={name}
        note="No client has seen it."
        onDelete={remove}
        onClose={() => setIsDeleting(false)}
      />
    </>
  );
}
