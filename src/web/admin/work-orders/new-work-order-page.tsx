import { addWorkOrder, getWorkOrderBoard, listManagedWorkOrders } from "#contract/admin/work-orders.ts";
import { call } from "#web/lib/call.ts";
import { useNavigate } from "#web/lib/routing/use-routing.ts";
import { useCached } from "#web/lib/use-call.ts";
import { Screen } from "#web/ui/page-body.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import { WORK_ORDERS, workOrderPath } from "../ui/paths.ts";
import { ForEditors } from "../ui/record-screen.tsx";
import { RequestedOrganization } from "../ui/requested-organization.tsx";
import type { Entered } from "../ui/work-order/form-values.ts";
import { WorkOrderForm } from "../ui/work-order/work-order-form.tsx";

export function NewWorkOrderPage() {
  const navigate = useNavigate();
  const cached = useCached();

  async function save(body: Entered) {
    const { workOrderId, externalId, name } = await call(addWorkOrder, { body });
    showToast({ title: `${externalId} added`, text: name });
    void cached.refetch(listManagedWorkOrders);
    void cached.refetch(getWorkOrderBoard);
    await navigate(workOrderPath(workOrderId), { replace: true });
    return null;
  }

  return (
    <Screen
      title="New work order"
      eyebrow={<TextLink to={WORK_ORDERS}>Work orders</TextLink>}
      intro="Clients see it once its document is sent, or once you show it."
    >
      <ForEditors message="Editors and owners plan work orders. You may read them.">
        <RequestedOrganization>
          {(organization) => (
            <WorkOrderForm
              // Another organization in the address begins another work order.
              key={organization?.id}
              workOrder={null}
              organization={organization}
              onSave={save}
            />
          )}
        </RequestedOrganization>
      </ForEditors>
    </Screen>
  );
}
