import type { WorkOrderCard } from "#domain/work-orders/admin-work-order.ts";
import { WORK_ORDER_STATUS_LABELS } from "#domain/work-orders/work-order.ts";
import type { DataTableColumn } from "#web/ui/data-table/data-table-column.ts";
import { dateColumn, statusColumn } from "#web/ui/data-table/usual-columns.tsx";
import { NotShownMark } from "../ui/not-shown-mark.tsx";
import { ChooseRow, ChooseRows } from "./chosen-work.tsx";

/** A column of names, which wrap so that there is room for the others. */
function wrapped(
  id: string,
  header: string,
  text: (row: WorkOrderCard) => string | null,
): DataTableColumn<WorkOrderCard> {
  const cell = (row: WorkOrderCard) => (
    <span className="lg:inline-block lg:min-w-32 lg:max-w-44 lg:whitespace-normal lg:wrap-anywhere">
      {text(row)}
    </span>
  );
  return { id, header, text, cell };
}

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
  wrapped("organizationName", "Organization", (row) => row.organizationName),
  { ...wrapped("uniqueDocument", "Document", (row) => row.linkedNames.uniqueDocument), isExtra: true },
  { ...wrapped("invoice", "Invoice", (row) => row.linkedNames.invoice), isExtra: true },
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
