import { type ReactNode, useMemo } from "react";
import { listManagedWorkOrders } from "#contract/admin/work-orders.ts";
import type { Id } from "#domain/id.ts";
import type { WorkOrderCard } from "#domain/work-orders/managed-work-order.ts";
import { WORK_ORDER_STATUS_LABELS } from "#domain/work-orders/work-order.ts";
import { NotShownMark } from "#web/admin/ui/record-screen.tsx";
import { useSearchParams } from "#web/lib/routing/use-routing.ts";
import { useMayActAs } from "#web/lib/use-person.ts";
import { ListTable } from "#web/lists/list-table.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import type { DataTableColumn } from "#web/ui/data-table/data-table-column.ts";
import { RowSelectionContext, selectionColumn, useRowSelection } from "#web/ui/data-table/row-selection.tsx";
import { dateColumn, namesColumn, statusColumn } from "#web/ui/data-table/usual-columns.tsx";
import { Screen } from "#web/ui/page-body.tsx";
import { BOARD, NEW_WORK_ORDER, workOrderPath } from "../ui/paths.ts";
import { WorkTerms } from "../ui/work-order/work-terms.tsx";
import { BulkBar } from "./bulk-bar.tsx";

const WORK_ORDER_COLUMNS: readonly DataTableColumn<WorkOrderCard>[] = [
  { id: "externalId", header: "Number", text: (row) => row.externalId, cardSlot: "number" },
  {
    id: "name",
    header: "Name",
    text: (row) => row.name,
    cell: (row) => (
      <>
        {row.name}
        {row.shownAt === null ? <NotShownMark /> : null}
        <span className="block font-normal text-ink-soft text-sm">
          <WorkTerms card={row} />
        </span>
      </>
    ),
    isWide: true,
    cardSlot: "title",
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

const workOrderIdOf = (row: WorkOrderCard) => row.workOrderId;

/** With checkboxes, for those who may change rows. */
const SELECTABLE_COLUMNS: readonly DataTableColumn<WorkOrderCard>[] = [
  selectionColumn({ idOf: workOrderIdOf, nameOf: (row) => row.name, cardSlot: "action" }),
  ...WORK_ORDER_COLUMNS,
];

/** For the page of an organization, which names it. */
const ITS_COLUMNS = WORK_ORDER_COLUMNS.filter(({ id }) => id !== "organizationName");
const ITS_SELECTABLE_COLUMNS = SELECTABLE_COLUMNS.filter(({ id }) => id !== "organizationName");

/** /admin/work-orders, of all organizations or of the one that `organization` in the address names. */
export function WorkOrdersPage() {
  const [parameters] = useSearchParams();
  const mayChange = useMayActAs("editor");
  return (
    <Screen
      title="Work orders"
      actions={
        <>
          <ButtonLink to={BOARD}>Board</ButtonLink>
          {mayChange ? <ButtonLink to="/work-orders/import">Import</ButtonLink> : null}
          {mayChange ? (
            <ButtonLink tone="primary" to={NEW_WORK_ORDER}>
              New work order
            </ButtonLink>
          ) : null}
        </>
      }
    >
      <WorkOrderList
        organizationId={parameters.get("organization")}
        label="Work orders"
        columns={mayChange ? SELECTABLE_COLUMNS : WORK_ORDER_COLUMNS}
        emptyHint="The work that is planned, quoted and done for every organization appears here. Add it one by one, or import a list."
        emptyAction={
          mayChange ? (
            <>
              <ButtonLink tone="primary" to={NEW_WORK_ORDER}>
                Add the first work order
              </ButtonLink>
              <ButtonLink to="/work-orders/import">Import work orders</ButtonLink>
            </>
          ) : null
        }
      />
    </Screen>
  );
}

/** The work orders of one organization, on its page. */
export function WorkOrdersOf({ organizationId }: { organizationId: Id }) {
  const mayChange = useMayActAs("editor");
  return (
    <WorkOrderList
      organizationId={organizationId}
      label="Work orders of the organization"
      columns={mayChange ? ITS_SELECTABLE_COLUMNS : ITS_COLUMNS}
      emptyHint="The work that is planned, quoted and done for this organization appears here."
    />
  );
}

type WorkOrderListProps = {
  /** Null: of every organization. */
  organizationId: Id | null;
  label: string;
  columns: readonly DataTableColumn<WorkOrderCard>[];
  emptyHint: string;
  emptyAction?: ReactNode;
};

/** Work orders, which editors change together. */
function WorkOrderList({ organizationId, ...look }: WorkOrderListProps) {
  const query = useMemo(() => (organizationId === null ? {} : { organizationId }), [organizationId]);
  const { selected, selection, clear } = useRowSelection(workOrderIdOf);
  return (
    <>
      <RowSelectionContext value={selection}>
        <ListTable
          {...look}
          what={listManagedWorkOrders}
          query={query}
          getRowId={workOrderIdOf}
          rowHref={(row) => workOrderPath(row.workOrderId)}
          usualOrder="Newest first"
          failureText="We were unable to fetch the work orders."
        />
      </RowSelectionContext>
      {selected.size > 0 ? <BulkBar selected={selected} onClear={clear} /> : null}
    </>
  );
}
