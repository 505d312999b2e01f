import { lazy, Suspense } from "react";
import { classNames } from "#web/lib/class-names.ts";
import { Skeleton } from "../skeleton.tsx";
import { type DataTableColumn, TABLE_ROLES } from "./data-table-column.ts";
import { DataTableCell, DataTableRow, DRAG_COLUMN_WIDTH, type RowLook } from "./data-table-row.tsx";

// Fetched only by a table with reorderable rows.
const DraggableRows = lazy(async () => ({
  default: (await import("./draggable-rows.tsx")).DraggableRows,
})) as unknown as typeof import("./draggable-rows.tsx")["DraggableRows"];

type BodyProps<Row> = RowLook<Row> & {
  /** The rows to show; undefined while they are loading. */
  rows: readonly Row[] | undefined;
  /** The number of rows that are probably loading. */
  expectedRows: number;
  getRowId: (row: Row) => string;
  /** False: others are printed. */
  isOnPaper: boolean;
  reorder: { isLocked: boolean; onMove: (source: number, destination: number | null) => void } | null;
};

type PrintedBodyProps<Row> = RowLook<Row> & Pick<BodyProps<Row>, "getRowId"> & { rows: readonly Row[] };

/** The rows on paper, which no screen shows. */
export function PrintedBody<Row>({ rows, getRowId, ...look }: PrintedBodyProps<Row>) {
  if (rows.length === 0) return null;
  return (
    <tbody {...TABLE_ROLES.rows} className="hidden print:table-row-group">
      {rows.map((row) => (
        <DataTableRow key={getRowId(row)} row={row} {...look} />
      ))}
    </tbody>
  );
}

export function DataTableBody<Row>(props: BodyProps<Row>) {
  const { rows, expectedRows, getRowId, isOnPaper, reorder, ...look } = props;
  const columnCount = look.columns.length + (reorder ? 1 : 0);
  const isPrinted = isOnPaper || rows?.length === 0;
  const className = classNames("max-sm:block", !isPrinted && "print:hidden", look.classNames.body);
  if (rows === undefined && expectedRows > 0) {
    return (
      <tbody {...TABLE_ROLES.rows} className={className}>
        {Array.from({ length: expectedRows }, (_, index) => index + 1).map((place) => (
          // A column that is decided late brings new placeholders, so that none is seen to move.
          <SkeletonRow
            key={`${place} of ${columnCount}`}
            columns={look.columns}
            hasHandle={reorder !== null}
          />
        ))}
      </tbody>
    );
  }
  if (rows === undefined || rows.length === 0) {
    return (
      <tbody {...TABLE_ROLES.rows} className={className}>
        <tr {...TABLE_ROLES.row} className="max-sm:block">
          <td
            {...TABLE_ROLES.cell}
            colSpan={columnCount}
            className="h-28 px-4 text-center text-ink-soft max-sm:flex max-sm:items-center max-sm:justify-center"
          >
            {rows === undefined ? null : "No items"}
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
          handle={reorder ? <td style={{ width: DRAG_COLUMN_WIDTH }} className="max-sm:hidden" /> : null}
        />
      ))}
    </tbody>
  );
  if (!reorder) return still;
  return (
    <Suspense fallback={still}>
      <DraggableRows rows={rows} getRowId={getRowId} className={className} {...reorder} {...look} />
    </Suspense>
  );
}

const SKELETON_WIDTHS = {
  title: "w-44 max-w-full max-sm:my-1",
  corner: "w-22 rounded-full",
  number: "w-16",
  date: "w-24",
  action: "w-5 max-sm:invisible",
  line: "w-20",
};

type SkeletonRowProps<Row> = { columns: readonly DataTableColumn<Row>[]; hasHandle: boolean };

function SkeletonRow<Row>({ columns, hasHandle }: SkeletonRowProps<Row>) {
  return (
    <tr {...TABLE_ROLES.row} className="card-row border-line border-t first:border-t-0">
      {hasHandle ? <td className="max-sm:hidden" style={{ width: DRAG_COLUMN_WIDTH }} /> : null}
      {columns.map((column) => (
        <DataTableCell key={column.id} column={column} className={undefined}>
          <Skeleton
            className={classNames("my-1 h-4 max-sm:my-0.5", SKELETON_WIDTHS[column.cardSlot ?? "line"])}
          />
        </DataTableCell>
      ))}
    </tr>
  );
}
