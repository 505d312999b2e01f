import type { ReactNode } from "react";
import { DataTable } from "#web/ui/data-table/data-table.tsx";
import type { DataTableColumn } from "#web/ui/data-table/data-table-column.ts";
import { useTableAddress } from "#web/ui/data-table/use-table-address.ts";
import { FailedRead } from "#web/ui/failed-read.tsx";
import { type ListCall, type OwnQuery, type RowOf, useList } from "./use-list.ts";

type ListTableProps<C extends ListCall> = {
  what: C;
  /** The rows that the table is about. Keep it and `columns` the same value between renders. */
  query: OwnQuery<C>;
  label: string;
  columns: readonly DataTableColumn<RowOf<C>>[];
  getRowId: (row: RowOf<C>) => string;
  rowHref: (row: RowOf<C>) => string;
  emptyHint: ReactNode;
  /** Said where the list cannot be read. */
  failureText: string;
};

/** A list of the API as a table, however long it is. */
export function ListTable<C extends ListCall>({ what, query, failureText, ...look }: ListTableProps<C>) {
  const list = useList(what, query, useTableAddress(look.columns, ""));
  const failure =
    list.error && list.rows === undefined ? (
      <FailedRead error={list.error} onRetry={list.retry}>
        {failureText}
      </FailedRead>
    ) : null;
  // A large list keeps its controls: another search may be answered.
  if (failure && list.server === null) return failure;
  return <DataTable {...look} data={list.rows} server={list.server} failure={failure} enablePagination />;
}
