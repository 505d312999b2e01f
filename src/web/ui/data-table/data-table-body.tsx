import { lazy, Suspense } from "react";
import { classNames } from "#web/lib/class-names.ts";
import { Skeleton } from "../skeleton.tsx";
import type { DataTableColumn } from "./data-table-column.ts";
import { DataTableCell, DataTableRow, DRAG_COLUMN_WIDTH, type RowLook } from "./data-table-row.tsx";
import { TABLE_ROLES } from "./table-roles.ts";

// Fetched only by a table with reorderable rows.
const DraggableRows = lazy(async () => ({
  default: (await import("./draggable-rows.tsx")).DraggableRows,
})) as unknown as typeof import("./draggable-rows.tsx")["DraggableRows"];

/** Cards: in one column on a phone, in two on a tablet. */
const CARDS =
  "max-lg:block md:max-lg:grid md:max-lg:grid-cols-2 md:max-lg:[&>tr:nth-child(2)]:border-t-0 md:max-lg:[&>tr:nth-child(odd)]:border-r";
const SKELETON_ROWS = ["1", "2", "3", "4", "5"];

type BodyProps<Row> = RowLook<Row> & {
  /** The rows to show; undefined while they are loading. */
  rows: readonly Row[] | undefined;
  getRowId: (row: Row) => string;
  reorder: { isLocked: boolean; onMove: (source: number, destination: number | null) => void } | null;
};

export function DataTableBody<Row>({ rows, getRowId, reorder, ...look }: BodyProps<Row>) {
  const columnCount = look.columns.length + (reorder ? 1 : 0);
  const className = classNames(CARDS, look.classNames.body);
  if (rows === undefined) {
    return (
      <tbody {...TABLE_ROLES.rows} className={className}>
        {SKELETON_ROWS.map((key) => (
          <SkeletonRow key={key} columns={look.columns} hasHandle={reorder !== null} />
        ))}
      </tbody>
    );
  }
  if (rows.length === 0) {
    return (
      <tbody {...TABLE_ROLES.rows} className={classNames("max-lg:block", look.classNames.body)}>
        <tr {...TABLE_ROLES.row} className="max-lg:block">
          <td
            {...TABLE_ROLES.cell}
            colSpan={columnCount}
            className="h-28 px-4 text-center text-ink-soft max-lg:flex max-lg:items-center max-lg:justify-center"
          >
            No items
          </td>
        </tr>
      </tbody>
    );
  }
  const still = (
    <tbody {...TABLE_ROLES.rows} className={className}>
      {rows.map((row) => (
        <DataTableRow
          key={getRowId(row)}
          row={row}
          {...look}
          handle={reorder ? <td style={{ width: DRAG_COLUMN_WIDTH }} className="max-lg:hidden" /> : null}
        />
      ))}
    </tbody>
  );
  if (!reorder) return still;
  return (
    <Suspense fallback={still}>
      <DraggableRows rows={rows} getRowId={getRowId} {...reorder} {...look} />
    </Suspense>
  );
}

type SkeletonRowProps<Row> = { columns: readonly DataTableColumn<Row>[]; hasHandle: boolean };

function SkeletonRow<Row>({ columns, hasHandle }: SkeletonRowProps<Row>) {
  return (
    <tr
      {...TABLE_ROLES.row}
      className="border-line border-t first:border-t-0 max-lg:grid max-lg:grid-cols-[minmax(0,1fr)_auto] max-lg:gap-x-3 max-lg:gap-y-2.5 max-lg:px-4 max-lg:py-3.5"
    >
      {hasHandle ? <td className="max-lg:hidden" style={{ width: DRAG_COLUMN_WIDTH }} /> : null}
      {columns.map((column) => (
        <DataTableCell key={column.id} column={column} className={undefined}>
          <Skeleton className={classNames("h-4", column.isWide ? "w-3/5 max-lg:w-40" : "w-20")} />
        </DataTableCell>
      ))}
    </tr>
  );
}
