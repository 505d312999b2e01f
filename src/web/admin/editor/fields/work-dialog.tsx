import { useId, useState } from "react";
import { getDraft } from "#contract/admin/drafts.ts";
import { addWorkOrder, changeWorkOrder, getManagedWorkOrder } from "#contract/admin/work-orders.ts";
import type { Id } from "#domain/id.ts";
import type { ManagedWorkOrder } from "#domain/work-orders/managed-work-order.ts";
import { call } from "#web/lib/call.ts";
import { useCached, useCall } from "#web/lib/use-call.ts";
import { fetchFailure } from "#web/ui/fetch-failure.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import { DiscardDialog } from "#web/ui/warn-before-unload.tsx";
import type { Entered } from "../../ui/work-order/form-values.ts";
import { WorkOrderForm } from "../../ui/work-order/work-order-form.tsx";

type WorkDialogProps = {
  /** The document whose work it is. */
  within: { organizationId: Id; uniqueDocument: Id };
  /** Null for a new work order. */
  workOrderId: Id | null;
  onSaved: (workOrderId: Id) => void;
  onClose: () => void;
};

/** Makes or changes a work order of the document, above its page. The page's prices follow. */
export function WorkDialog({ within, workOrderId, onSaved, onClose }: WorkDialogProps) {
  const titleId = useId();
  const cached = useCached();
  const [isTyped, setIsTyped] = useState(false);
  const [isConfirming, setIsConfirming] = useState(false);
  const close = () => (isTyped ? setIsConfirming(true) : onClose());
  const found = useCall(getManagedWorkOrder, workOrderId === null ? null : { params: { id: workOrderId } });

  async function save(entered: Entered, recordVersion: number) {
    const saved = await send(entered, found.data, recordVersion);
    await cached.refetch(getDraft);
    void cached.refetch(getManagedWorkOrder);
    showToast({ title: found.data ? "Work order saved" : `${saved.externalId} added`, text: saved.name });
    onSaved(saved.workOrderId);
    return null;
  }

  return (
    <>
      <Modal
        onClose={close}
        aria-labelledby={titleId}
        className="m-auto max-h-[92dvh] w-full max-w-full flex-col overflow-y-auto overscroll-contain rounded-[12px] border border-line bg-raised p-5 text-ink shadow-float open:flex backdrop:bg-scrim sm:w-[min(44rem,calc(100vw-2rem))] sm:p-6"
      >
        <h2 id={titleId} className="mb-4 font-semibold font-text text-xl">
          {workOrderId === null ? "New work order" : "Change work order"}
        </h2>
        {workOrderId === null || found.data ? (
          <WorkOrderForm
            workOrder={found.data ?? null}
            within={within}
            onCancel={close}
            onTyped={setIsTyped}
            onSave={save}
          />
        ) : (
          (fetchFailure(found, "We couldn't load the work order.") ?? (
            <Loading label="Loading the work order">
              <Skeleton className="h-72 w-full" />
            </Loading>
          ))
        )}
      </Modal>
      <DiscardDialog isOpen={isConfirming} onStore={() => setIsConfirming(false)} onDiscard={onClose} />
    </>
  );
}

function send(
  entered: Entered,
  workOrder: ManagedWorkOrder | undefined,
  recordVersion: number,
): Promise<ManagedWorkOrder> {
  if (workOrder === undefined) return call(addWorkOrder, { body: entered });
  const { organizationId: _, ...changed } = entered;
  return call(changeWorkOrder, {
    params: { id: workOrder.workOrderId },
    body: { ...changed, recordVersion },
  });
}
