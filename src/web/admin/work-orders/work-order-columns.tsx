import type { WorkOrderCard } from "#domain/work-orders/admin-work-order.ts";
import { WORK_ORDER_STATUS_LABELS } from "#domain/work-orders/work-order.ts";
import type { DataTableColumn } from "#web/ui/data-table/data-table-column.ts";
import { dateColumn, namesColumn, statusColumn } from "#web/ui/data-table/usual-columns.tsx";
import { NotShownMark } from "../ui/record-screen.tsx";
import { ChooseRow, ChooseRows } from "./chosen-work.tsx";

export const WORK_ORDER_COLUMNS: readonly DataTableColumn<WorkOrderCard>[] = [
  { id: "externalId", header: "Number", text: (row) => row.externalId, card: "number" },
  {
    id: "name",
    header: "Name",
    text: (row) => row.name,
    cell: (row) => (
      <>
        {row.name}
        {row.shownAt === null ? <NotShownMark /> : null}
      </>
    ),
    isWide: true,
    card: "title",
  },
  namesColumn({ id: "organizationName", header: "Organization" }, (row) => row.organizationName),
  {
    ...namesColumn({ id: "uniqueDocument", header: "Document" }, (row) => row.linkedNames.uniqueDocument),
    isExtra: true,
  },
  { ...namesColumn({ id: "invoice", header: "Invoice" }, (row) => row.linkedNames.invoice), isExtra: true },
  dateColumn({ id: "createdAt", header: "Created" }, (row) => row.createdAt),
  statusColumn(
    { id: "workOrderStatus", header: "Status" },
    WORK_ORDER_STATUS_LABELS,
    (row) => row.workOrderStatus,
  ),
];

/** With checkboxes, for those who may change rows. */
export const CHOOSABLE_COLUMNS: readonly DataTableColumn<WorkOrderCard>[] = [
  {
    id: "choose",
    header: "Choose",
    isHeaderHidden: true,
    headerCell: (rows) => <ChooseRows cards={rows} />,
    text: () => null,
    cell: (row) => <ChooseRow card={row} />,
    isControls: true,
    card: "action",
  },
  ...WORK_ORDER_COLUMNS,
];
