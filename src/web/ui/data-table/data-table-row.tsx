import type { ComponentProps, MouseEvent, ReactNode } from "react";
import { Link, useNavigate } from "react-router";
import { classNames } from "#web/lib/class-names.ts";
import type { DataTableClassNames, DataTableColumn } from "./data-table-column.ts";
import { TABLE_ROLES } from "./table-roles.ts";

/** The width of the column with the drag handles (spec 1 section 9). */
export const DRAG_COLUMN_WIDTH = 75;

/** The target of a press on a row; both are undefined for a table that is only read. */
type RowAction<Row> = { href?: (row: Row) => string; open?: (row: Row) => void };

/** The action of a press on a row: the caller's function, or navigation to the row's link. */
export function useRowAction<Row>(
  href: ((row: Row) => string) | undefined,
  onRowClick: ((row: Row) => void) | undefined,
): RowAction<Row> {
  const navigate = useNavigate();
  const open = onRowClick ?? (href ? (row: Row) => void navigate(href(row)) : undefined);
  return { ...(href ? { href } : {}), ...(open ? { open } : {}) };
}

export type RowLook<Row> = {
  columns: readonly DataTableColumn<Row>[];
  action: RowAction<Row>;
  classNames: DataTableClassNames;
};

type DataTableRowProps<Row> = RowLook<Row> & {
  row: Row;
  /** The cell with the drag handle, in a reorderable table. */
  handle?: ReactNode;
  /** Props that make the row element draggable. */
  rowProps?: ComponentProps<"tr">;
};

export function DataTableRow<Row>({
  row,
  columns,
  action,
  handle,
  rowProps,
  ...rest
}: DataTableRowProps<Row>) {
  const { open } = action;
  return (
    // Keyboard users reach the same target by the link or button in the first cell.
    <tr
      {...TABLE_ROLES.row}
      {...rowProps}
      className={classNames(
        "border-line border-t bg-surface transition-colors first:border-t-0",
        "max-lg:grid max-lg:content-start max-lg:grid-cols-[minmax(0,1fr)_auto] max-lg:gap-x-3 max-lg:gap-y-1.5 max-lg:px-4 max-lg:py-3.5",
        open && "cursor-pointer hover:bg-hover",
        rest.classNames.row,
        rowProps?.className,
      )}
      onClick={open ? (event) => openUnlessInside(event, () => open(row)) : undefined}
    >
      {handle}
      {columns.map((column, index) => (
        <DataTableCell key={column.id} column={column} className={rest.classNames.cell}>
          {index === 0 ? <RowOpener row={row} action={action} column={column} /> : cellContent(column, row)}
        </DataTableCell>
      ))}
    </tr>
  );
}

/** A press on a link or button inside the row, or the end of a text selection, does not open the row. */
function openUnlessInside(event: MouseEvent<HTMLElement>, open: () => void) {
  if ((event.target as Element).closest("a, button, input, select, label")) return;
  if (window.getSelection()?.type === "Range") return;
  open();
}

function cellContent<Row>(column: DataTableColumn<Row>, row: Row): ReactNode {
  return column.cell ? column.cell(row) : column.text(row);
}

const OPENER =
  "rounded-sm text-left underline decoration-transparent underline-offset-3 transition-colors hover:decoration-current";

type RowOpenerProps<Row> = { row: Row; action: RowAction<Row>; column: DataTableColumn<Row> };

function RowOpener<Row>({ row, action, column }: RowOpenerProps<Row>) {
  const content = cellContent(column, row);
  if (action.href) {
    return (
      <Link to={action.href(row)} className={OPENER}>
        {content}
      </Link>
    );
  }
  const { open } = action;
  if (!open) return content;
  return (
    <button type="button" className={OPENER} onClick={() => open(row)}>
      {content}
    </button>
  );
}

const CARD_PLACES = {
  eyebrow: "text-ink-soft max-lg:order-1 max-lg:self-center max-lg:text-sm",
  corner: "max-lg:order-2 max-lg:col-start-2 max-lg:justify-self-end",
  title: "font-medium max-lg:order-3 max-lg:col-span-full max-lg:mb-1",
  line:
    "max-lg:order-4 max-lg:col-span-full max-lg:flex max-lg:items-baseline max-lg:justify-between max-lg:gap-4 max-lg:text-sm " +
    "max-lg:before:shrink-0 max-lg:before:text-ink-faint max-lg:before:content-[attr(data-label)] max-lg:text-right",
};

type DataTableCellProps = {
  column: Pick<DataTableColumn<never>, "header" | "isHeaderHidden" | "card" | "isWide" | "isMoney">;
  className: string | undefined;
  children: ReactNode;
};

export function DataTableCell({ column, className, children }: DataTableCellProps) {
  return (
    <td
      {...TABLE_ROLES.cell}
      data-label={column.isHeaderHidden ? "" : column.header}
      className={classNames(
        "px-3 first:pl-4 last:pr-4 sm:first:pl-5 sm:last:pr-5 lg:h-13 lg:py-2 max-lg:p-0!",
        column.isWide ? "lg:w-full lg:min-w-44" : "lg:whitespace-nowrap",
        column.isMoney && "money",
        CARD_PLACES[column.card ?? "line"],
        // A card has no columns to keep, so an empty line is left out.
        children === null && "max-lg:hidden",
        className,
      )}
    >
      <div dir="auto" className="min-w-0 max-lg:wrap-anywhere">
        {children}
      </div>
    </td>
  );
}
