import { Exact } from "#blocks/exact.tsx";
import { LINKED_NAMES } from "#contract/first-inputs.ts";
import { listWorkOrders } from "#contract/work-orders.ts";
import { formatDollars } from "#domain/format.ts";
import { isIncluded } from "#domain/work-orders/is-included.ts";
import { type LinkedWorkOrder, WORK_ORDER_STATUS_LABELS } from "#domain/work-orders/work-order.ts";
import { useStartAtListAfterSwitch } from "#web/lib/start-at-list-after-switch.ts";
import { ListTable } from "#web/lists/list-table.tsx";
import { PATHS, workOrderPath } from "#web/paths.ts";
import type { DataTableColumn } from "#web/ui/data-table/data-table-column.ts";
import { dateColumn, statusColumn } from "#web/ui/data-table/usual-columns.tsx";
import { Screen } from "#web/ui/page-body.tsx";
import { LinkedCell, linkedDocument, linkedInvoice } from "./linked-cell.tsx";

export function WorkOrdersPage() {
  useStartAtListAfterSwitch(PATHS.workOrders);
  return (
    <Screen title="Work Orders">
      <ListTable
        what={listWorkOrders}
        query={LINKED_NAMES}
        label="Work Orders"
        columns={WORK_ORDER_COLUMNS}
        getRowId={(row) => row.workOrderId}
        rowHref={(row) => workOrderPath(row.workOrderId)}
        usualOrder="Newest first"
        emptyHint="The work we do for you appears here, with what was agreed and how it's going."
        failureText="We were unable to fetch work orders, you may not have sufficient permissions."
      />
    </Screen>
  );
}

/** The price before GST as far as its document shows it, and whether optional work is wanted. */
function Terms({ workOrder }: { workOrder: LinkedWorkOrder }) {
  const { net = null, optional } = workOrder;
  if (net === null && !optional.isOptional) return null;
  const choice = isIncluded(workOrder) ? "wanted" : "not wanted";
  return (
    <span className="block font-normal text-ink-soft text-sm">
      {net === null ? null : <Exact>{formatDollars(net)}</Exact>}
      {optional.isOptional ? (net === null ? `Optional, ${choice}` : `, optional, ${choice}`) : null}
    </span>
  );
}

/** Names wrap, so that two name columns leave room for the others. */
const IN_COLUMN = "lg:inline-block lg:min-w-40 lg:max-w-52 lg:whitespace-normal xl:w-max";

export const WORK_ORDER_COLUMNS: readonly DataTableColumn<LinkedWorkOrder>[] = [
  { id: "externalId", header: "Document ID", text: (row) => row.externalId, cardSlot: "number" },
  {
    id: "name",
    header: "Name",
    text: (row) => row.name,
    cell: (row) => (
      <>
        {row.name}
        <Terms workOrder={row} />
      </>
    ),
    isWide: true,
    cardSlot: "title",
  },
  {
    id: "uniqueDocument",
    header: "Linked Document",
    text: (row) => row.linkedNames?.uniqueDocument ?? null,
    cell: (row) => <LinkedCell linked={linkedDocument(row)} className={IN_COLUMN} />,
    isExtra: true,
  },
  {
    id: "invoice",
    header: "Invoice",
    text: (row) => row.linkedNames?.invoice ?? null,
    cell: (row) => <LinkedCell linked={linkedInvoice(row)} className={IN_COLUMN} />,
    isExtra: true,
  },
  dateColumn({ id: "createdAt", header: "Date Created" }, (row) => row.createdAt),
  statusColumn(
    { id: "workOrderStatus", header: "Status" },
    WORK_ORDER_STATUS_LABELS,
    (row) => row.workOrderStatus,
  ),
];
