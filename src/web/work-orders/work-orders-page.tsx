import { LINKED_NAMES } from "#contract/first-inputs.ts";
import { listWorkOrders } from "#contract/work-orders.ts";
import { useStartAtListAfterSwitch } from "#web/lib/start-at-list-after-switch.ts";
import { usePageTitle } from "#web/lib/use-page-title.ts";
import { ListTable } from "#web/lists/list-table.tsx";
import { PATHS, workOrderPath } from "#web/paths.ts";
import { PageBody } from "#web/ui/page-body.tsx";
import { PageHeading } from "#web/ui/page-heading.tsx";
import { WORK_ORDER_COLUMNS } from "./work-order-columns.tsx";

/** /work-orders */
export function WorkOrdersPage() {
  usePageTitle("Work Orders");
  useStartAtListAfterSwitch(PATHS.workOrders);
  return (
    <PageBody>
      <PageHeading>Work Orders</PageHeading>
      <ListTable
        what={listWorkOrders}
        query={LINKED_NAMES}
        label="Work Orders"
        columns={WORK_ORDER_COLUMNS}
        getRowId={(row) => row.workOrderId}
        rowHref={(row) => workOrderPath(row.workOrderId)}
        usualOrder="Newest first"
        emptyHint="Work that we do for you appears here, with what was agreed and how far it is."
        failureText="We were unable to fetch work orders, you may not have sufficient permissions."
      />
    </PageBody>
  );
}
