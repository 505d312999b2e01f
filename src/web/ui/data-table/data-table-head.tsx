import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import { wholeWord } from "#domain/lists/comparable-text.ts";
import { type ColumnFilter, FILTER_TEXT_LIMIT } from "#domain/lists/list-columns.ts";
import { classNames } from "#web/lib/class-names.ts";
import { type DataTableColumn, TABLE_ROLES } from "./data-table-column.ts";
import { DRAG_COLUMN_WIDTH } from "./data-table-row.tsx";
import type { Sort } from "./matching-rows.ts";
import { useDraft } from "./use-draft.ts";

type HeadProps<Row> = {
  columns: readonly DataTableColumn<Row>[];
  /** The rows on screen. */
  rows: readonly Row[];
  isDraggable: boolean;
  sort: Sort | null;
  onSort: (sort: Sort | null) => void;
  filterRowId: string;
  areFiltersOpen: boolean;
  columnFilters: readonly ColumnFilter[];
  onFilter: (columnId: string, text: string) => void;
  className: string | undefined;
};

const FILTER_INPUT =
  "h-8 w-full min-w-20 rounded-md border border-line-strong/70 bg-raised px-2 text-sm transition-colors placeholder:text-ink-faint " +
  "hover:border-line-strong touch:h-11 touch:text-[1rem] [&::-webkit-search-cancel-button]:hidden";

const CELL = "px-3 font-normal sm:max-xl:px-2 first:pl-4 last:pr-4 sm:first:pl-5 sm:last:pr-5";

export function DataTableHead<Row>(props: HeadProps<Row>) {
  const { columns, isDraggable, sort, onSort, areFiltersOpen, columnFilters, onFilter } = props;
  return (
    <thead
      {...TABLE_ROLES.rows}
      className={classNames(
        "border-line text-left max-sm:block",
        areFiltersOpen ? "border-b" : "sm:border-b",
        props.className,
      )}
    >
      <tr {...TABLE_ROLES.row} className="max-sm:hidden">
        {isDraggable ? (
          <th
            {...TABLE_ROLES.columnHeader}
            className={`${CELL} print:hidden`}
            style={{ width: DRAG_COLUMN_WIDTH }}
          >
            <span className="sr-only">Order</span>
          </th>
        ) : null}
        {columns.map((column) => (
          <th
            key={column.id}
            {...TABLE_ROLES.columnHeader}
            scope="col"
            aria-sort={sort?.id === column.id ? (sort.desc ? "descending" : "ascending") : undefined}
            className={classNames(
              CELL,
              "h-11 whitespace-nowrap print:h-auto print:py-1 print:whitespace-normal",
              column.isMoney && "text-right",
              column.isExtra && "max-lg:hidden print:table-cell",
              column.isControls && "print:hidden",
            )}
          >
            {column.isControls ? (
              <span className="inline-flex h-7 items-center text-ink-soft text-sm">
                {column.headerCell ? column.headerCell(props.rows) : <HeaderText column={column} />}
              </span>
            ) : (
              <SortButton column={column} sort={sort} onSort={onSort} />
            )}
          </th>
        ))}
      </tr>
      {areFiltersOpen ? (
        <tr
          {...TABLE_ROLES.row}
          id={props.filterRowId}
          className="align-top max-sm:grid max-sm:grid-cols-2 max-sm:gap-2 max-sm:p-4 print:hidden"
        >
          {isDraggable ? <td {...TABLE_ROLES.cell} className="max-sm:hidden" /> : null}
          {columns.map((column) => (
            <td
              key={column.id}
              {...TABLE_ROLES.cell}
              className={classNames(
                CELL,
                "pb-3 max-sm:p-0!",
                column.isControls && "max-sm:hidden",
                column.isExtra && "sm:max-lg:hidden",
              )}
            >
              {column.isControls ? null : (
                <ColumnFilterInput
                  column={column}
                  value={columnFilters.find((filter) => filter.id === column.id)?.value ?? ""}
                  onFilter={onFilter}
                />
              )}
            </td>
          ))}
        </tr>
      ) : null}
    </thead>
  );
}

type SortButtonProps<Row> = {
  column: DataTableColumn<Row>;
  sort: Sort | null;
  onSort: (sort: Sort | null) => void;
};

/** Repeated presses sort ascending, descending, and in the default order. */
function SortButton<Row>({ column, sort, onSort }: SortButtonProps<Row>) {
  const now = sort?.id === column.id ? sort : null;
  const next =
    now === null ? { id: column.id, desc: false } : now.desc ? null : { id: column.id, desc: true };
  const Icon = now === null ? ChevronsUpDown : now.desc ? ArrowDown : ArrowUp;
  return (
    <button
      type="button"
      className={classNames(
        "group/sort -mx-1.5 inline-flex h-7 items-center gap-1 rounded-sm px-1.5 text-sm transition-colors hover:bg-hover hover:text-ink",
        now === null ? "text-ink-soft" : "font-medium text-ink",
        column.isMoney && "flex-row-reverse",
      )}
      onClick={() => onSort(next)}
    >
      <HeaderText column={column} />
      <Icon
        aria-hidden="true"
        strokeWidth={1.75}
        className={classNames(
          "size-3.5 shrink-0",
          now === null &&
            "text-ink-faint opacity-0 transition-opacity group-hover/sort:opacity-100 group-focus-visible/sort:opacity-100",
        )}
      />
    </button>
  );
}

function HeaderText<Row>({ column }: { column: DataTableColumn<Row> }) {
  return column.isHeaderHidden ? <span className="sr-only">{column.header}</span> : column.header;
}

type FilterInputProps<Row> = {
  column: DataTableColumn<Row>;
  value: string;
  onFilter: (columnId: string, text: string) => void;
};

function ColumnFilterInput<Row>(props: FilterInputProps<Row>) {
  const { choices } = props.column;
  return choices ? <ChoiceFilter {...props} labels={choices.labels} /> : <TextFilter {...props} />;
}

type ChoiceFilterProps<Row> = FilterInputProps<Row> & { labels: Readonly<Record<string, string>> };

function ChoiceFilter<Row>({ column, value: wanted, onFilter, labels }: ChoiceFilterProps<Row>) {
  const value = wholeWord(Object.keys(labels), wanted) ?? wanted;
  return (
    <select
      aria-label={`Filter by ${column.header}`}
      className={`${FILTER_INPUT} pr-1`}
      value={value}
      onChange={(event) => onFilter(column.id, event.currentTarget.value)}
    >
      <option value="">Any</option>
      {/* An address may hold a part of a word. */}
      {value === "" || value in labels ? null : <option value={value}>{`“${value}”`}</option>}
      {Object.entries(labels).map(([word, label]) => (
        <option key={word} value={word}>
          {label}
        </option>
      ))}
    </select>
  );
}

function TextFilter<Row>({ column, value, onFilter }: FilterInputProps<Row>) {
  const { draft, setDraft, submitNow } = useDraft(value, (text) => onFilter(column.id, text));
  return (
    <input
      type="search"
      placeholder={column.isHeaderHidden ? "Search..." : column.header}
      aria-label={`Filter by ${column.header}`}
      maxLength={FILTER_TEXT_LIMIT}
      className={FILTER_INPUT}
      value={draft}
      onChange={(event) => setDraft(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === "Enter") submitNow();
      }}
    />
  );
}
