import { type ReactNode, useContext, useDeferredValue, useId, useMemo, useRef, useState } from "react";
import { classNames as join } from "#web/lib/class-names.ts";
import { Button } from "../button.tsx";
import { showLoadFailure } from "../use-fetched-part.ts";
import { chosenWord, countChoices, findChoiceColumn, totalOf } from "./choice-counts.ts";
import { DataTableBody, PrintedBody } from "./data-table-body.tsx";
import {
  type DataTableClassNames,
  type DataTableColumn,
  MayDownload,
  TABLE_ROLES,
} from "./data-table-column.ts";
import { DataTableHead } from "./data-table-head.tsx";
import { DataTablePagination, existingPage, PAGE_SIZE } from "./data-table-pagination.tsx";
import { useRowAction } from "./data-table-row.tsx";
import { ChoiceChips, DataTableToolbar } from "./data-table-toolbar.tsx";
import { matchingRows } from "./matching-rows.ts";
import { PrintCaption } from "./print-caption.tsx";
import type { ServerRows } from "./server-rows.ts";
import { useDraft } from "./use-draft.ts";
import { MAX_PRINTED, usePrinting } from "./use-printing.ts";
import { type TableCounts, useRememberedCounts } from "./use-remembered-counts.ts";
import { type DragAndDropOptions, useRowOrder } from "./use-row-order.ts";
import { useRowTask } from "./use-row-task.ts";
import { useTableAddress } from "./use-table-address.ts";
import { useHiddenColumns } from "./view-popover.tsx";

const NO_CLASS_NAMES: DataTableClassNames = {};
/** The label of an uncounted number of rows. */
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
  /** The button below it that adds the first row. */
  emptyAction?: ReactNode;
  /** The name of the order of the rows without a sort. */
  usualOrder: string;
  /** A prefix for the query parameters, if one screen has two tables. */
  addressPrefix?: string;
};

/** The rows of a table that its address selects, and the page of them on screen. */
function useTableRows<Row>(props: DataTableProps<Row>) {
  const { data, columns, server = null } = props;
  const address = useTableAddress(columns, props.addressPrefix ?? "");
  const search = useDraft(address.search, address.setSearch);
  const order = useRowOrder(data ?? NO_ROWS, props.dragAndDropOptions);
  const choice = findChoiceColumn(columns);
  const { columnFilters, sort } = address;
  // Rows in memory follow the typing at once; only the address waits.
  const searched = useDeferredValue(search.draft);
  const isComplete = server === null;
  const matching = useMemo(
    () =>
      isComplete ? matchingRows(order.rows, columns, { search: searched, columnFilters, sort }) : order.rows,
    [isComplete, order.rows, columns, searched, columnFilters, sort],
  );
  const counts = useMemo(() => {
    if (!isComplete || choice === null) return server?.counts;
    return data && countChoices(order.rows, columns, choice, { search: searched, columnFilters });
  }, [isComplete, choice, server?.counts, data, order.rows, columns, searched, columnFilters]);
  const isTyping = search.draft !== address.search;
  const isPaged = server !== null || props.enablePagination === true;
  const page = pageOf(matching, server, isPaged, isTyping ? 0 : address.pageIndex);
  return {
    address,
    search,
    order,
    choice,
    matching,
    counts,
    isPaged,
    ...page,
    // The chips show the filter of their column.
    filterCount: columnFilters.filter(({ id }) => id !== choice?.id).length,
    rows: data === undefined ? undefined : page.shown,
    total: server ? server.total : data && matching.length,
    isBehind: server !== null && (server.isBehind || isTyping),
    isFiltered: search.draft !== "" || columnFilters.length > 0,
  };
}

function pageOf<Row>(
  matching: readonly Row[],
  server: ServerRows<Row> | null,
  isPaged: boolean,
  requested: number,
) {
  if (server) return { pageIndex: server.pageIndex, shown: matching, hasNext: server.hasNext };
  const pageIndex = existingPage(requested, matching.length);
  const end = (pageIndex + 1) * PAGE_SIZE;
  const shown = isPaged ? matching.slice(pageIndex * PAGE_SIZE, end) : matching;
  return { pageIndex, shown, hasNext: end < matching.length };
}

type TableRows<Row> = ReturnType<typeof useTableRows<Row>>;

/** Rows cannot be reordered while they are sorted or an order is being saved. */
function reorderOf<Row>({ order, address, rows }: TableRows<Row>, options?: DragAndDropOptions<Row>) {
  if (!options?.enableDragAndDrop) return null;
  return {
    isLocked: order.isSaving || address.sort !== null,
    onMove: (source: number, destination: number | null) => order.move(rows ?? [], source, destination),
  };
}

/** The counts that this browser remembers of the table; those of a table that shows all rows are remembered. */
function useCounts<Row>(label: string, table: TableRows<Row>): TableCounts | null {
  const { rows, search, filterCount, isBehind, total, choice, counts } = table;
  const isUnfiltered = rows !== undefined && search.draft === "" && filterCount === 0 && !isBehind;
  const now =
    isUnfiltered && total !== undefined
      ? { total: choice && counts ? totalOf(counts) : total, choices: counts ?? {} }
      : null;
  return useRememberedCounts(label, now);
}

/** The shared data table (spec 1 section 2): search, filters, order, pages, and cards on a phone. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, data, columns, getRowId, server = null, classNames = NO_CLASS_NAMES } = props;
  const table = useTableRows(props);
  const { address, search, order, matching, isPaged, shown, isBehind, isFiltered, filterCount } = table;
  const { hidden, toggle } = useHiddenColumns(label);
  const [areFiltersOpen, setAreFiltersOpen] = useState(filterCount > 0);
  const [clearCount, setClearCount] = useState(0);
  const searchRef = useRef<HTMLInputElement>(null);
  const filterRowId = useId();
  const visibleColumns = columns.filter((column) => column.isControls || !hidden.includes(column.id));
  const remembered = useCounts(label, table);
  const reorder = reorderOf(table, props.dragAndDropOptions);
  const mayTakeOut = useContext(MayDownload);
  const { printed, print } = usePrinting(onPaper(table, server, mayTakeOut), server);
  const task = useRowTask();
  const action = useRowAction(props.rowHref, props.onRowClick);
  const look = { columns: visibleColumns, getRowId, action, classNames };

  function clearFilters() {
    search.setDraft("");
    setClearCount(clearCount + 1);
    address.clearFilters();
    searchRef.current?.focus();
  }
  const exporting = {
    download: () => task.start(downloadOf(label, matching, visibleColumns, server)),
    print: () => task.start({ begins: "Preparing to print", failure: "Nothing was printed", run: print }),
  };

  return (
    <div
      data-loading={(data === undefined && !props.failure) || undefined}
      data-printed-alone={printed?.isAlone}
    >
      <PrintCaption
        label={label}
        printed={printed}
        columns={columns}
        criteria={{ ...address, search: search.draft }}
      />
      <div className="lg:flex lg:flex-wrap lg:items-start lg:gap-x-4 print:hidden">
        <Chips label={label} table={table} server={server} remembered={remembered} />
        <DataTableToolbar
          label={label}
          columns={columns}
          search={search}
          searchRef={searchRef}
          filters={{
            isOpen: areFiltersOpen,
            count: filterCount,
            toggle: () => setAreFiltersOpen(!areFiltersOpen),
            rowId: filterRowId,
          }}
          onClearFilters={isFiltered ? clearFilters : null}
          sort={{ now: address.sort, usual: props.usualOrder, change: address.setSort }}
          hidden={hidden}
          onToggleColumn={toggle}
          exporting={mayTakeOut ? exporting : null}
        />
      </div>
      <TaskProgress task={task} />
      {props.failure}
      <div
        hidden={Boolean(props.failure)}
        className={join(
          "rounded-lg border border-line bg-surface transition-opacity max-sm:overflow-hidden sm:overflow-x-auto print:overflow-visible print:border-0",
          isBehind && data !== undefined && "opacity-55",
        )}
      >
        <table
          {...TABLE_ROLES.table}
          aria-label={label}
          aria-busy={data === undefined || order.isSaving || isBehind}
          aria-rowcount={rowCountOf(server, table.total)}
          className={join("printed-list w-full border-collapse max-sm:block", classNames.table)}
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
          {printed ? <PrintedBody {...look} rows={printed.rows} /> : null}
          <DataTableBody
            {...look}
            rows={table.rows}
            expectedRows={expectedRows(remembered, {
              chosen: chosenIn(table),
              pageIndex: isPaged ? address.pageIndex : undefined,
            })}
            reorder={reorder}
            isOnPaper={printed === null}
          />
        </table>
      </div>
      {isFiltered ? null : <EmptyHint data={data} hint={props.emptyHint} action={props.emptyAction} />}
      <Foot label={label} table={table} data={data} server={server} className={classNames.footer} />
    </div>
  );
}

function chosenIn<Row>({ choice, address }: TableRows<Row>): string {
  return choice ? chosenWord(choice, address.columnFilters) : "";
}

function rowCountOf(server: ServerRows<never> | ServerRows<unknown> | null, total = 0): number {
  return server?.isMore ? UNCOUNTED : total + 1;
}

/** What the browser's own command prints; null while loading. A total of null: too many to count. */
function onPaper<Row>(
  { rows, matching, shown, total = 0 }: TableRows<Row>,
  server: ServerRows<Row> | null,
  mayTakeOut: boolean,
) {
  if (rows === undefined) return null;
  return {
    rows: mayTakeOut ? matching.slice(0, MAX_PRINTED) : shown,
    total: server?.isMore ? null : total,
  };
}

function downloadOf<Row>(
  label: string,
  rows: readonly Row[],
  columns: readonly DataTableColumn<Row>[],
  server: ServerRows<Row> | null,
): Parameters<ReturnType<typeof useRowTask>["start"]>[0] {
  const written = columns.filter((column) => !column.isControls);
  const failure = "Nothing was downloaded";
  return {
    begins: "Preparing the file",
    failure,
    async run(report, signal) {
      const code = await import("./save-rows.ts").catch(showLoadFailure(failure));
      signal.throwIfAborted();
      if (server) await code?.readAndSave(label, server, written, report, signal);
      else code?.saveCsv(label, rows, written);
    },
  };
}

type PartProps<Row> = { label: string; table: TableRows<Row>; server: ServerRows<Row> | null };

function Chips<Row>({
  label,
  table,
  server,
  remembered,
}: PartProps<Row> & { remembered: TableCounts | null }) {
  const { choice, counts, address } = table;
  if (!choice) return null;
  const isUncounted = server?.isUncounted === true;
  return (
    <ChoiceChips
      tableLabel={label}
      labels={choice.choices.labels}
      counts={isUncounted ? undefined : (counts ?? remembered?.choices)}
      isUncounted={isUncounted}
      chosen={chosenIn(table)}
      onChoose={(word) => address.setColumnFilter(choice.id, word)}
    />
  );
}

type EmptyHintProps = { data: readonly unknown[] | undefined; hint: ReactNode; action: ReactNode };

function EmptyHint({ data, hint, action }: EmptyHintProps) {
  if (data?.length !== 0 || !hint) return null;
  return (
    <div className="print:hidden">
      <p className="mt-3 text-center text-ink-soft text-sm">{hint}</p>
      {action ? <div className="mt-3 flex flex-wrap justify-center gap-3">{action}</div> : null}
    </div>
  );
}

type FootProps<Row> = PartProps<Row> & { data: readonly Row[] | undefined; className: string | undefined };

function Foot<Row>({ label, table, data, server, className }: FootProps<Row>) {
  const { isPaged, pageIndex, total, hasNext, address, matching } = table;
  if (isPaged)
    return (
      <DataTablePagination
        tableLabel={label}
        pageIndex={pageIndex}
        total={total}
        isMore={server?.isMore}
        hasNext={hasNext}
        onPage={address.setPageIndex}
        // Unseen while the number of rows is unknown, so that nothing seen moves.
        className={join(data === undefined && "invisible", className)}
      />
    );
  return (
    <p role="status" className="sr-only">
      {data === undefined ? "" : `${matching.length} of ${data.length}`}
    </p>
  );
}

function TaskProgress({ task }: { task: ReturnType<typeof useRowTask> }) {
  if (task.progress === null) return null;
  return (
    <div className="mb-3 flex items-center justify-end gap-2 text-ink-soft text-sm print:hidden">
      <p role="status">{task.progress}</p>
      <Button tone="quiet" size="sm" onClick={task.cancel}>
        Cancel
      </Button>
    </div>
  );
}

/** The placeholder's rows of a table that this browser has not shown yet. */
const UNKNOWN_ROWS = 5;

type PageRequest = {
  /** "" for all. */
  chosen: string;
  /** Undefined for a table without pages. */
  pageIndex: number | undefined;
};

export function expectedRows(remembered: TableCounts | null, { chosen, pageIndex }: PageRequest): number {
  if (remembered === null) return UNKNOWN_ROWS;
  const rows = chosen === "" ? remembered.total : (remembered.choices[chosen] ?? 0);
  if (pageIndex === undefined) return rows;
  return Math.min(rows - existingPage(pageIndex, rows) * PAGE_SIZE, PAGE_SIZE);
}
