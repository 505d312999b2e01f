import { changeWorkOrder, getAdminWorkOrder, getWorkOrderHistory } from "#contract/admin/work-orders.ts";
import type { AdminWorkOrder } from "#domain/work-orders/admin-work-order.ts";
import { call } from "#web/lib/call.ts";
import { useParams } from "#web/lib/routing/use-routing.ts";
import { useCached, useCall } from "#web/lib/use-call.ts";
import { useMayActAs } from "#web/lib/use-person.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { PageHeading } from "#web/ui/page-body.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import { WORK_ORDERS } from "../ui/paths.ts";
import { FormAndCards, RecordScreen } from "../ui/record-screen.tsx";
import type { Entered } from "../ui/work-order/form-values.ts";
import { WorkOrderForm } from "../ui/work-order/work-order-form.tsx";
import { History } from "./history.tsx";
import { WorkOrderActions } from "./work-order-actions.tsx";
import { WorkOrderReading } from "./work-order-reading.tsx";

/** /admin/work-orders/:workOrderId */
export function WorkOrderPage() {
  const { workOrderId = "" } = useParams();
  return (
    <RecordScreen
      answer={useCall(getAdminWorkOrder, { params: { id: workOrderId } })}
      id={workOrderId}
      noun="work order"
      list={{ to: WORK_ORDERS, label: "All work orders" }}
      title={({ name }) => name}
      skeleton={<FormAndCards beside="h-96" />}
    >
      {(workOrder) => <WorkOrderDetail workOrder={workOrder} />}
    </RecordScreen>
  );
}

function WorkOrderDetail({ workOrder }: { workOrder: AdminWorkOrder }) {
  const cached = useCached();
  const mayChange = useMayActAs("editor");
  const { workOrderId, externalId, name, workOrderStatus, documentStatus, linkedNames } = workOrder;

  async function save({ organizationId: _, ...entered }: Entered, recordVersion: number) {
    const changed = await call(changeWorkOrder, {
      params: { id: workOrderId },
      body: { ...entered, recordVersion },
    });
    showToast({ title: "Work order saved", text: changed.name });
    await cached.replace(getAdminWorkOrder, { params: { id: workOrderId } }, changed);
    void cached.refetch(getWorkOrderHistory);
    return changed;
  }

  return (
    <article>
      <PageHeading
        eyebrow={
          <>
            <TextLink to={WORK_ORDERS}>Work orders</TextLink>
            <span aria-hidden="true"> / </span>
            {externalId}
          </>
        }
        aside={<Badge status={workOrderStatus} />}
        actions={mayChange ? <WorkOrderActions workOrder={workOrder} /> : null}
      >
        {name}
      </PageHeading>
      {mayChange && documentStatus !== null && documentStatus !== "DRAFT" ? (
        <Notice tone="info" className="mb-6">
          “{linkedNames.uniqueDocument}” has been sent. What its client accepts is what they have read,
          whatever changes here.
        </Notice>
      ) : null}
      {mayChange ? (
        <WorkOrderForm workOrder={workOrder} onSave={save} />
      ) : (
        <WorkOrderReading workOrder={workOrder} />
      )}
      <History workOrderId={workOrderId} />
    </article>
  );
}
