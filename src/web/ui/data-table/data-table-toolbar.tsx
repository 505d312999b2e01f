import { ListFilter, Search } from "lucide-react";
import { type RefObject, useId } from "react";
import { FILTER_TEXT_LIMIT } from "#domain/lists/list-columns.ts";
import { INPUT_CLASS } from "#web/lib/class-names.ts";
import { buttonClass } from "../button.tsx";
import { FilterChips } from "../filter-chips.tsx";
import { SelectInput } from "../select-input.tsx";
import { type ChoiceCounts, totalOf } from "./choice-counts.ts";
import type { DataTableColumn } from "./data-table-column.ts";
import type { Sort } from "./matching-rows.ts";
import type { Exporting } from "./view-panel.tsx";
import { ViewPopover } from "./view-popover.tsx";

/** The height of the search field. */
const TOOL = "min-h-10 touch:min-h-12";

type ToolbarProps<Row> = {
  label: string;
  columns: readonly DataTableColumn<Row>[];
  search: { draft: string; setDraft: (text: string) => void; submitNow: () => void };
  searchRef: RefObject<HTMLInputElement | null>;
  filters: { isOpen: boolean; count: number; toggle: () => void; rowId: string };
  onClearFilters: (() => void) | null;
  /** `usual` names the order of the rows without a sort. */
  sort: { now: Sort | null; usual: string; change: (sort: Sort | null) => void };
  hidden: readonly string[];
  onToggleColumn: (columnId: string) => void;
  exporting: Exporting | null;
};

export function DataTableToolbar<Row>({ label, columns, search, ...rest }: ToolbarProps<Row>) {
  const { searchRef, filters, onClearFilters, sort, hidden, onToggleColumn, exporting } = rest;
  return (
    <div className="mb-3 flex min-w-0 flex-wrap items-center gap-2 lg:flex-1 lg:basis-120">
      <div className="relative min-w-0 grow basis-full sm:max-w-80 sm:basis-52 lg:basis-36">
        <Search
          aria-hidden="true"
          strokeWidth={1.5}
          className="pointer-events-none absolute inset-y-0 left-3 my-auto size-4 text-ink-faint"
        />
        <input
          ref={searchRef}
          type="search"
          placeholder="Search"
          aria-label={`Search ${label}`}
          maxLength={FILTER_TEXT_LIMIT}
          className={`${INPUT_CLASS} pl-9 [&::-webkit-search-cancel-button]:hidden`}
          value={search.draft}
          onChange={(event) => search.setDraft(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter") search.submitNow();
          }}
        />
      </div>
      {onClearFilters ? (
        <button
          type="button"
          className={buttonClass({ tone: "quiet", size: "sm" }, `${TOOL} max-sm:order-last max-sm:-ml-3`)}
          onClick={onClearFilters}
        >
          Clear Filters
        </button>
      ) : null}
      <div className="flex min-w-0 grow items-center justify-end gap-2">
        <SortSelect columns={columns} sort={sort.now} usual={sort.usual} onChange={sort.change} />
        <button
          type="button"
          className={buttonClass({ size: "sm" }, TOOL)}
          aria-expanded={filters.isOpen}
          aria-controls={filters.isOpen ? filters.rowId : undefined}
          onClick={filters.toggle}
        >
          <ListFilter aria-hidden="true" strokeWidth={1.5} />
          Filters
          {filters.count > 0 ? (
            <span className="-mr-1 rounded-full bg-brand px-1.5 text-on-brand text-xs">{filters.count}</span>
          ) : null}
        </button>
        <ViewPopover
          className={TOOL}
          columns={columns}
          hidden={hidden}
          onToggle={onToggleColumn}
          exporting={exporting}
        />
      </div>
    </div>
  );
}

type SortSelectProps<Row> = {
  columns: readonly DataTableColumn<Row>[];
  sort: Sort | null;
  usual: string;
  onChange: (sort: Sort | null) => void;
};

/** Names the order of the rows, and changes it where cards have no header. */
function SortSelect<Row>({ columns, sort, usual, onChange }: SortSelectProps<Row>) {
  const selectId = useId();
  return (
    <div className="min-w-0 max-sm:mr-auto">
      <label htmlFor={selectId} className="sr-only">
        Sort by
      </label>
      <SelectInput
        id={selectId}
        value={sort === null ? "" : `${sort.desc ? "-" : ""}${sort.id}`}
        onChange={(event) => {
          const { value } = event.currentTarget;
          const desc = value.startsWith("-");
          onChange(value === "" ? null : { id: desc ? value.slice(1) : value, desc });
        }}
      >
        <option value="">{usual}</option>
        {columns
          .filter((column) => !column.isControls)
          .flatMap((column) => [
            <option key={column.id} value={column.id}>{`${column.header} ↑`}</option>,
            <option key={`-${column.id}`} value={`-${column.id}`}>{`${column.header} ↓`}</option>,
          ])}
      </SelectInput>
    </div>
  );
}

type ChoiceChipsProps = {
  tableLabel: string;
  labels: Readonly<Record<string, string>>;
  /** Undefined while unknown. */
  counts: ChoiceCounts | undefined;
  /** There are too many rows to count, so any word may have some. */
  isUncounted: boolean;
  /** "" for all. */
  chosen: string;
  onChoose: (word: string) => void;
};

/** "All 13", "Pending 3": each word that has rows, in the order of the record's life. */
export function ChoiceChips({ tableLabel, labels, counts, isUncounted, chosen, onChoose }: ChoiceChipsProps) {
  const words = Object.entries(labels).filter(([word]) => isUncounted || counts?.[word] || word === chosen);
  return (
    <FilterChips
      label={`Status of ${tableLabel}`}
      chips={[
        { value: "", label: "All", count: counts && totalOf(counts) },
        ...words.map(([value, label]) => ({
          value,
          label,
          count: counts && (counts[value] ?? 0),
        })),
      ]}
      value={chosen}
      onChange={onChoose}
    />
  );
}
