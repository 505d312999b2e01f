import { type ReactNode, useContext, useDeferredValue, useId, useMemo, useRef, useState } from "react";
import { classNames as join } from "#web/lib/class-names.ts";
import { Button } from "../button.tsx";
import { chosenWord, countChoices, findChoiceColumn, totalOf } from "./choice-counts.ts";
import { DataTableBody } from "./data-table-body.tsx";
import type { DataTableClassNames, DataTableColumn } from "./data-table-column.ts";
import { DataTableHead } from "./data-table-head.tsx";
import { DataTablePagination } from "./data-table-pagination.tsx";
import { useRowAction } from "./data-table-row.tsx";
import { ChoiceChips, DataTableToolbar } from "./data-table-toolbar.tsx";
import { matchingRows } from "./matching-rows.ts";
import { MayDownload } from "./may-download.ts";
import { existingPage, PAGE_SIZE } from "./page-label.ts";
import type { ServerRows } from "./server-rows.ts";
import { TABLE_ROLES } from "./table-roles.ts";
import { useCsvDownload } from "./use-csv-download.ts";
import { useDraft } from "./use-draft.ts";
import { type TableCounts, useRememberedCounts } from "./use-remembered-counts.ts";
import { type DragAndDropOptions, useRowOrder } from "./use-row-order.ts";
import { useTableAddress } from "./use-table-address.ts";
import { useHiddenColumns } from "./view-popover.tsx";

const NO_CLASS_NAMES: DataTableClassNames = {};
/** What a table with more rows than anybody counted says of their number. */
const UNCOUNTED = -1;
const NO_ROWS: never[] = [];

type DataTableProps<Row> = {
  /** The table's accessible name, and the name of the CSV file. */
  label: string;
  /** Undefined while loading. Keep it and `columns` identical between renders. */
  data: readonly Row[] | undefined;
  /** Given if `data` is one page of the server's rows. Such a table cannot be reordered. */
  server?: ServerRows<Row> | null;
  /** Replaces rows that could not be read. */
  failure?: ReactNode;
  columns: readonly DataTableColumn<Row>[];
  getRowId: (row: Row) => string;
  /** The link of a row, in the cell of its title. */
  rowHref?: (row: Row) => string;
  onRowClick?: (row: Row) => void;
  enablePagination?: boolean;
  dragAndDropOptions?: DragAndDropOptions<Row>;
  classNames?: DataTableClassNames;
  /** Shown below an empty table: what will appear there. */
  emptyHint?: ReactNode;
  /** The name of the order of the rows without a sort. */
  usualOrder: string;
  /** A prefix for the query parameters, if one screen has two tables. */
  addressPrefix?: string;
};

/** The shared data table (spec 1 section 2): search, filters, order, pages, and cards on a phone. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, data, columns, getRowId, dragAndDropOptions, server = null } = props;
  const enablePagination = server !== null || props.enablePagination === true;
  const classNames = props.classNames ?? NO_CLASS_NAMES;
  const address = useTableAddress(columns, props.addressPrefix ?? "");
  const search = useDraft(address.search, address.setSearch);
  // Rows in memory follow the typing at once; only the address waits.
  const searched = useDeferredValue(search.draft);
  const { hidden, toggle } = useHiddenColumns(label);
  const order = useRowOrder(data ?? NO_ROWS, dragAndDropOptions);
  const choice = findChoiceColumn(columns);
  const chosen = choice ? chosenWord(choice, address.columnFilters) : "";
  // The chips show the filter of their column.
  const shownFilters = address.columnFilters.filter(({ id }) => id !== choice?.id);
  const [areFiltersOpen, setAreFiltersOpen] = useState(shownFilters.length > 0);
  const [clearCount, setClearCount] = useState(0);
  const searchRef = useRef<HTMLInputElement>(null);
  const filterRowId = useId();

  const { columnFilters, sort } = address;
  const isWhole = server === null;
  const matching = useMemo(
    () =>
      isWhole ? matchingRows(order.rows, columns, { search: searched, columnFilters, sort }) : order.rows,
    [isWhole, order.rows, columns, searched, columnFilters, sort],
  );
  const counts = useMemo(() => {
    if (!isWhole || choice === null) return server?.counts;
    return data && countChoices(order.rows, columns, choice, { search: searched, columnFilters });
  }, [isWhole, choice, server?.counts, data, order.rows, columns, searched, columnFilters]);
  const total = server ? server.total : data && matching.length;
  const askedPage = search.draft === address.search ? address.pageIndex : 0;
  const pageIndex = server?.pageIndex ?? existingPage(askedPage, matching.length);
  const shown =
    enablePagination && isWhole
      ? matching.slice(pageIndex * PAGE_SIZE, (pageIndex + 1) * PAGE_SIZE)
      : matching;
  const rows = data === undefined ? undefined : shown;
  const isBehind = server !== null && (server.isBehind || search.draft !== address.search);
  const visibleColumns = columns.filter((column) => column.isControls || !hidden.includes(column.id));
  const isFiltered = search.draft !== "" || address.columnFilters.length > 0;
  const isWholeLength = data !== undefined && search.draft === "" && shownFilters.length === 0 && !isBehind;
  const remembered = useRememberedCounts(
    label,
    isWholeLength && total !== undefined
      ? { total: choice && counts ? totalOf(counts) : total, choices: counts ?? {} }
      : null,
  );
  const reorder = dragAndDropOptions?.enableDragAndDrop
    ? {
        // Rows cannot be reordered while they are sorted or an order is being saved.
        isLocked: order.isSaving || address.sort !== null,
        onMove: (source: number, destination: number | null) => order.move(rows ?? [], source, destination),
      }
    : null;

  function clearFilters() {
    search.setDraft("");
    setClearCount(clearCount + 1);
    address.clearFilters();
    searchRef.current?.focus();
  }

  const download = useCsvDownload(label, server);
  const mayDownload = useContext(MayDownload);
  const { progress } = download;

  return (
    <div data-loading={(data === undefined && !props.failure) || undefined}>
      {choice ? (
        <ChoiceChips
          tableLabel={label}
          labels={choice.choices.labels}
          counts={server?.isUncounted ? undefined : (counts ?? remembered?.choices)}
          isUncounted={server?.isUncounted === true}
          chosen={chosen}
          onChoose={(word) => address.setColumnFilter(choice.id, word)}
        />
      ) : null}
      <DataTableToolbar
        label={label}
        columns={columns}
        search={search}
        searchRef={searchRef}
        filters={{
          isOpen: areFiltersOpen,
          count: shownFilters.length,
          toggle: () => setAreFiltersOpen(!areFiltersOpen),
          rowId: filterRowId,
        }}
        onClearFilters={isFiltered ? clearFilters : null}
        sort={{
          now: address.sort,
          usual: props.usualOrder,
          change: address.setSort,
        }}
        hidden={hidden}
        onToggleColumn={toggle}
        onDownload={
          mayDownload
            ? () =>
                download.start(
                  matching,
                  visibleColumns.filter((column) => !column.isControls),
                )
            : null
        }
      />
      {progress === null ? null : <DownloadProgress text={progress} onCancel={download.cancel} />}
      {props.failure}
      <div
        hidden={Boolean(props.failure)}
        className={join(
          "rounded-lg border border-line bg-surface transition-opacity max-sm:overflow-hidden sm:overflow-x-auto",
          isBehind && data !== undefined && "opacity-55",
        )}
      >
        <table
          {...TABLE_ROLES.table}
          aria-label={label}
          aria-busy={data === undefined || order.isSaving || isBehind}
          aria-rowcount={server?.isMore ? UNCOUNTED : (total ?? 0) + 1}
          className={join("w-full border-collapse max-sm:block", classNames.table)}
        >
          <DataTableHead
            key={clearCount}
            columns={visibleColumns}
            rows={shown}
            isDraggable={reorder !== null}
            sort={address.sort}
            onSort={address.setSort}
            filterRowId={filterRowId}
            areFiltersOpen={areFiltersOpen}
            columnFilters={address.columnFilters}
            onFilter={address.setColumnFilter}
            className={join(data === undefined && "invisible", classNames.header)}
          />
          <DataTableBody
            rows={rows}
            expectedRows={expectedRows(remembered, {
              chosen,
              pageIndex: enablePagination ? address.pageIndex : undefined,
            })}
            columns={visibleColumns}
            getRowId={getRowId}
            action={useRowAction(props.rowHref, props.onRowClick)}
            classNames={classNames}
            reorder={reorder}
          />
        </table>
      </div>
      {data?.length === 0 && !isFiltered && props.emptyHint ? (
        <p className="mt-3 text-center text-ink-soft text-sm">{props.emptyHint}</p>
      ) : null}
      {enablePagination ? (
        <DataTablePagination
          tableLabel={label}
          pageIndex={pageIndex}
          total={total}
          isMore={server?.isMore}
          hasNext={server ? server.hasNext : (pageIndex + 1) * PAGE_SIZE < matching.length}
          onPage={address.setPageIndex}
          // Unseen while the number of rows is unknown, so that nothing seen moves.
          className={join(data === undefined && "invisible", classNames.footer)}
        />
      ) : (
        <p role="status" className="sr-only">
          {data === undefined ? "" : `${matching.length} of ${data.length}`}
        </p>
      )}
    </div>
  );
}

function DownloadProgress({ text, onCancel }: { text: string; onCancel: () => void }) {
  return (
    <div className="mb-3 flex items-center justify-end gap-2 text-ink-soft text-sm">
      <p role="status">{text}</p>
      <Button tone="quiet" size="sm" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}

/** The placeholder's rows of a table that this browser has not shown yet. */
const UNKNOWN_ROWS = 5;

type Asked = {
  /** "" for all. */
  chosen: string;
  /** Undefined for a table without pages. */
  pageIndex: number | undefined;
};

/** The number of rows that a table probably shows once it has loaded. */
export function expectedRows(remembered: TableCounts | null, { chosen, pageIndex }: Asked): number {
  if (remembered === null) return UNKNOWN_ROWS;
  const rows = chosen === "" ? remembered.total : (remembered.choices[chosen] ?? 0);
  if (pageIndex === undefined) return rows;
  return Math.min(rows - existingPage(pageIndex, rows) * PAGE_SIZE, PAGE_SIZE);
}
