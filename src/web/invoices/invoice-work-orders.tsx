import { listWorkOrdersOfInvoice } from "#contract/work-orders.ts";
import type { Id } from "#domain/id.ts";
import type { WorkOrder } from "#domain/work-orders/work-order.ts";
import { useCall } from "#web/lib/use-call.ts";
import { workOrderPath } from "#web/paths.ts";
import { DataTable } from "#web/ui/data-table/data-table.tsx";
import type { DataTableColumn } from "#web/ui/data-table/data-table-column.ts";
import { dateColumn, statusColumn } from "#web/ui/data-table/usual-columns.tsx";
import { FailedRead } from "#web/ui/failed-read.tsx";

const COLUMNS: DataTableColumn<WorkOrder>[] = [
  { id: "externalId", header: "Document ID", text: (row) => row.externalId, card: "eyebrow" },
  { id: "name", header: "Name", text: (row) => row.name, isWide: true, card: "title" },
  dateColumn({ id: "createdAt", header: "Date Created" }, (row) => row.createdAt),
  statusColumn({ id: "workOrderStatus", header: "Status" }, (row) => row.workOrderStatus),
];

/** The work orders that belong to an invoice. */
export function InvoiceWorkOrders({ invoiceId }: { invoiceId: Id }) {
  const { data, error, mutate } = useCall(listWorkOrdersOfInvoice, { params: { invoiceId } });
  if (error && !data) {
    return (
      <FailedRead error={error} onRetry={() => void mutate()}>
        We were unable to fetch the work orders of this invoice, you may not have sufficient permissions.
      </FailedRead>
    );
  }
  return (
    <DataTable
      label="Work Orders of the invoice"
      data={data}
      columns={COLUMNS}
      getRowId={(row) => row.workOrderId}
      rowHref={(row) => workOrderPath(row.workOrderId)}
      enablePagination
      emptyHint="The work orders that this invoice is for appear here."
    />
  );
}
