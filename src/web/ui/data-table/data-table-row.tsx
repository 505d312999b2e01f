import { type ComponentProps, type MouseEvent, type ReactNode, useContext } from "react";
import { classNames } from "#web/lib/class-names.ts";
import { Link } from "#web/lib/routing/link.tsx";
import { RouterContext } from "#web/lib/routing/use-routing.ts";
import { type DataTableClassNames, type DataTableColumn, TABLE_ROLES } from "./data-table-column.ts";

/** The width of the column with the drag handles (spec 1 section 9). */
export const DRAG_COLUMN_WIDTH = 75;

/** The target of a press on a row; all are undefined for a table that is only read. */
type RowAction<Row> = {
  href?: (row: Row) => string;
  open?: (row: Row) => void;
  openInTab?: (row: Row) => void;
};

/** The action of a press on a row: the caller's function, or navigation to the row's link. */
export function useRowAction<Row>(
  href: ((row: Row) => string) | undefined,
  onRowClick: ((row: Row) => void) | undefined,
): RowAction<Row> {
  const router = useContext(RouterContext);
  if (!href) return onRowClick ? { open: onRowClick } : {};
  return {
    href,
    open: onRowClick ?? ((row) => void router.navigate(href(row))),
    openInTab: (row) => void window.open(router.hrefOf(href(row)), "_blank", "noopener"),
  };
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
  const opener = columns.find(({ cardSlot }) => cardSlot === "title") ?? columns[0];
  return (
    // Keyboard users reach the same target by the link or button in the title's cell.
    <tr
      {...TABLE_ROLES.row}
      {...rowProps}
      className={classNames(
        "card-row border-line border-t bg-surface transition-colors first:border-t-0",
        open && "cursor-pointer hover:bg-hover",
        rest.classNames.row,
        rowProps?.className,
      )}
      onClick={open ? (event) => openUnlessInside(event, action, row) : undefined}
      onAuxClick={open ? (event) => openUnlessInside(event, action, row) : undefined}
    >
      {handle}
      {columns.map((column) => (
        <DataTableCell key={column.id} column={column} className={rest.classNames.cell}>
          {column === opener ? (
            <RowOpener row={row} action={action} column={column} />
          ) : (
            cellContent(column, row)
          )}
          {column.note?.(row)}
        </DataTableCell>
      ))}
    </tr>
  );
}

/** Opens the row as a link does, but not for a press on a control inside it or the end of a text selection. */
function openUnlessInside<Row>(
  event: MouseEvent<HTMLElement>,
  { open, openInTab }: RowAction<Row>,
  row: Row,
) {
  if (event.button > 1 || (event.target as Element).closest("a, button, input, select, label")) return;
  if (window.getSelection()?.type === "Range") return;
  const isForNewTab = event.button === 1 || event.ctrlKey || event.metaKey;
  if (openInTab && isForNewTab) openInTab(row);
  else if (event.button === 0) open?.(row);
}

function cellContent<Row>(column: DataTableColumn<Row>, row: Row): ReactNode {
  return column.cell ? column.cell(row) : column.text(row);
}

const OPENER =
  "rounded-sm text-left underline decoration-transparent underline-offset-3 hover:decoration-current";

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

type DataTableCellProps = {
  column: Pick<
    DataTableColumn<never>,
    "header" | "isHeaderHidden" | "cardSlot" | "isWide" | "isExact" | "isMoney" | "isExtra" | "isControls"
  >;
  className: string | undefined;
  children: ReactNode;
};

export function DataTableCell({ column, className, children }: DataTableCellProps) {
  const isExact = column.isExact || column.isMoney || column.cardSlot === "number";
  return (
    <td
      {...TABLE_ROLES.cell}
      data-label={column.isHeaderHidden ? "" : column.header}
      className={classNames(
        "px-3 first:pl-4 last:pr-4 sm:max-xl:px-2 sm:h-13 sm:py-1 sm:first:pl-5 sm:last:pr-5",
        column.isWide
          ? "sm:w-full sm:min-w-28 sm:wrap-anywhere lg:min-w-36 xl:min-w-44"
          : "sm:whitespace-nowrap",
        column.isMoney && "money",
        column.isExtra && `print:table-cell ${column.cardSlot ? "sm:max-lg:hidden" : "max-lg:hidden"}`,
        column.isControls && "print:hidden",
        (column.cardSlot || !column.isExtra) && `card-${column.cardSlot ?? "line"}`,
        className,
      )}
    >
      <div
        dir="auto"
        translate={isExact ? "no" : undefined}
        className={classNames("min-w-0 max-sm:wrap-anywhere", !column.isMoney && "text-left")}
      >
        {children}
      </div>
    </td>
  );
}
