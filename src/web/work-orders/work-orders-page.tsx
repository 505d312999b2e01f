import { useMemo } from "react";
import { listWorkOrders } from "#contract/work-orders.ts";
import { useCall } from "#web/lib/use-call.ts";
import { usePageTitle } from "#web/lib/use-page-title.ts";
import { workOrderPath } from "#web/paths.ts";
import { DataTable } from "#web/ui/data-table/data-table.tsx";
import { FailedRead } from "#web/ui/failed-read.tsx";
import { PageBody } from "#web/ui/page-body.tsx";
import { PageHeading } from "#web/ui/page-heading.tsx";
import { useLinkedNames } from "./use-linked-names.ts";
import { workOrderColumns } from "./work-order-columns.tsx";

/** /work-orders */
export function WorkOrdersPage() {
  usePageTitle("Work Orders");
  const { data, error, mutate } = useCall(listWorkOrders, {});
  const names = useLinkedNames();
  const columns = useMemo(() => workOrderColumns(names), [names]);

  return (
    <PageBody>
      <PageHeading>Work Orders</PageHeading>
      {error && !data ? (
        <FailedRead error={error} onRetry={() => void mutate()}>
          We were unable to fetch work orders, you may not have sufficient permissions.
        </FailedRead>
      ) : (
        <DataTable
          label="Work Orders"
          data={data}
          columns={columns}
          getRowId={(row) => row.workOrderId}
          rowHref={(row) => workOrderPath(row.workOrderId)}
          enablePagination
          emptyHint="Work that we do for you appears here, with what was agreed and how far it is."
        />
      )}
    </PageBody>
  );
}
