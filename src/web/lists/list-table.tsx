import type { ReactNode } from "react";
import { DataTable } from "#web/ui/data-table/data-table.tsx";
import type { DataTableColumn } from "#web/ui/data-table/data-table-column.ts";
import { useTableAddress } from "#web/ui/data-table/use-table-address.ts";
import { fetchFailure } from "#web/ui/fetch-failure.tsx";
import { type ListCall, type OwnQuery, type RowOf, useList } from "./use-list.ts";

type ListTableProps<C extends ListCall> = {
  what: C;
  /** Selects the rows of this table. */
  query: OwnQuery<C>;
  label: string;
  /** The same array in each render. */
  columns: readonly DataTableColumn<RowOf<C>>[];
  getRowId: (row: RowOf<C>) => string;
  rowHref?: (row: RowOf<C>) => string;
  emptyHint: ReactNode;
  emptyAction?: ReactNode;
  /** The name of the order in which the server sends the rows. */
  usualOrder: string;
  failureText: string;
};

/** A table of a list of the API, of any length. */
export function ListTable<C extends ListCall>({ what, query, failureText, ...look }: ListTableProps<C>) {
  const list = useList(what, query, useTableAddress(look.columns, ""));
  const failure = fetchFailure({ data: list.rows, error: list.error, mutate: list.retry }, failureText);
  // A long list keeps its controls, because another search may succeed.
  if (failure && list.server === null) return failure;
  return <DataTable {...look} data={list.rows} server={list.server} failure={failure} enablePagination />;
}
