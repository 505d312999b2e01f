import { useEffect, useMemo } from "react";
import {
  type ColumnFilter,
  countingFilters,
  encodeColumnFilters,
  FILTER_TEXT_LIMIT,
  readFilterEntries,
  toColumnFilter,
} from "#domain/lists/list-columns.ts";
import { useSearchParams } from "#web/lib/routing/use-routing.ts";
import type { DataTableColumn } from "./data-table-column.ts";
import type { Sort } from "./matching-rows.ts";

export type TableAddress = {
  search: string;
  columnFilters: ColumnFilter[];
  sort: Sort | null;
  pageIndex: number;
  setSearch: (text: string) => void;
  setColumnFilter: (id: string, text: string) => void;
  clearFilters: () => void;
  setSort: (sort: Sort | null) => void;
  setPageIndex: (pageIndex: number) => void;
};

/** The state of a table in the address. The prefix separates two tables on one screen. */
export function useTableAddress<Row>(columns: readonly DataTableColumn<Row>[], prefix: string): TableAddress {
  const [parameters, setParameters] = useSearchParams();
  const names = {
    search: `${prefix}search`,
    columnFilters: `${prefix}columnFilters`,
    sort: `${prefix}sort`,
    page: `${prefix}page`,
  };
  const columnIds = useMemo(
    () => columns.filter((column) => !column.isControls).map((column) => column.id),
    [columns],
  );
  const filters = parameters.get(names.columnFilters);
  useRemoveUnreadable(names.columnFilters, filters);
  const columnFilters = useMemo(() => decodeColumnFilters(filters, columnIds), [filters, columnIds]);
  const order = parameters.get(names.sort);
  const sort = useMemo(() => readSort(order, columnIds), [order, columnIds]);

  /** Leads to the first page, unless `edit` sets another. */
  function change(edit: (next: URLSearchParams) => void, isStep = false) {
    setParameters(
      (now) => {
        const next = new URLSearchParams(now);
        next.delete(names.page);
        edit(next);
        return next;
      },
      { replace: !isStep, preventScrollReset: true },
    );
  }

  return {
    search: (parameters.get(names.search) ?? "").slice(0, FILTER_TEXT_LIMIT),
    columnFilters,
    sort,
    pageIndex: readPageIndex(parameters.get(names.page)),
    setSearch: (text) => change((next) => put(next, names.search, text.slice(0, FILTER_TEXT_LIMIT))),
    setColumnFilter: (id, text) =>
      change((next) => {
        const others = decodeColumnFilters(next.get(names.columnFilters), columnIds).filter(
          (filter) => filter.id !== id,
        );
        const filters = text === "" ? others : [...others, { id, value: text.slice(0, FILTER_TEXT_LIMIT) }];
        put(next, names.columnFilters, filters.length === 0 ? "" : encodeColumnFilters(filters));
      }),
    clearFilters: () =>
      change((next) => {
        next.delete(names.search);
        next.delete(names.columnFilters);
      }),
    setSort: (sort) =>
      change((next) => put(next, names.sort, sort === null ? "" : `${sort.desc ? "-" : ""}${sort.id}`)),
    setPageIndex: (pageIndex) =>
      change((next) => put(next, names.page, pageIndex === 0 ? "" : String(pageIndex + 1)), true),
  };
}

/** Each further change of the address would carry filters on that no one can read. */
function useRemoveUnreadable(name: string, filters: string | null): void {
  const [, setParameters] = useSearchParams();
  const isUnreadable = filters !== null && !hasFilters(filters);
  useEffect(() => {
    if (!isUnreadable) return;
    setParameters(
      (now) => {
        now.delete(name);
        return now;
      },
      { replace: true, preventScrollReset: true },
    );
  }, [isUnreadable, name, setParameters]);
}

function put(next: URLSearchParams, name: string, value: string) {
  if (value === "") next.delete(name);
  else next.set(name, value);
}

/** Whether a query parameter has a filter of any column. */
export function hasFilters(parameter: string): boolean {
  return (readFilterEntries(parameter) ?? []).some((entry) => toColumnFilter(entry) !== null);
}

/** The filters for these columns in a query parameter. Unreadable ones are dropped. */
export function decodeColumnFilters(parameter: string | null, columnIds: readonly string[]): ColumnFilter[] {
  const filters = (readFilterEntries(parameter ?? "") ?? []).flatMap((entry) => toColumnFilter(entry) ?? []);
  const known = filters.filter(({ id }) => columnIds.includes(id));
  return countingFilters(known.map(({ id, value }) => ({ id, value: value.slice(0, FILTER_TEXT_LIMIT) })));
}

/** "name" sorts ascending, "-name" descending. */
function readSort(parameter: string | null, columnIds: readonly string[]): Sort | null {
  if (parameter === null) return null;
  const desc = parameter.startsWith("-");
  const id = desc ? parameter.slice(1) : parameter;
  return columnIds.includes(id) ? { id, desc } : null;
}

/** The address counts pages from 1. */
function readPageIndex(parameter: string | null): number {
  return parameter !== null && /^[1-9]\d{0,6}$/.test(parameter) ? Number(parameter) - 1 : 0;
}
