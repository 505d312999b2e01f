import {
  type ColumnDef,
  columnFilteringFeature,
  columnVisibilityFeature,
  createFilteredRowModel,
  createSortedRowModel,
  globalFilteringFeature,
  type RowData,
  rowSortingFeature,
  tableFeatures,
} from "@tanstack/react-table";
import { containsText } from "./contains-text.ts";
import type { DataTableColumn } from "./data-table-column.ts";

export const TABLE_FEATURES = tableFeatures({
  columnFilteringFeature,
  globalFilteringFeature,
  rowSortingFeature,
  columnVisibilityFeature,
  filteredRowModel: createFilteredRowModel(),
  sortedRowModel: createSortedRowModel(),
});

/** Whether a cell contains the text, for one column's filter and for the search over all. */
export function filterByText(
  row: { getValue: (columnId: string) => unknown },
  columnId: string,
  wanted: unknown,
): boolean {
  return containsText(row.getValue(columnId), String(wanted));
}

const collator = new Intl.Collator("en-AU", { numeric: true, sensitivity: "base" });

/** The order of two cells; numbers by value, texts as people order them ("WO-9" before "WO-10"). */
export function compareCells(a: string | number, b: string | number): number {
  return typeof a === "number" && typeof b === "number" ? a - b : collator.compare(String(a), String(b));
}

/** Our columns as the table library takes them. */
export function toColumnDefs<Row extends RowData>(
  columns: readonly DataTableColumn<Row>[],
): ColumnDef<typeof TABLE_FEATURES, Row>[] {
  return columns.map((column) => {
    const isData = !column.isControls;
    const sortKey = column.sortKey ?? ((row: Row) => column.text(row) ?? "");
    return {
      id: column.id,
      header: column.header,
      // Undefined, unlike null, is put last whichever way the column is sorted.
      accessorFn: (row) => column.text(row) ?? undefined,
      filterFn: filterByText,
      sortFn: (a, b) => compareCells(sortKey(a.original), sortKey(b.original)),
      sortUndefined: "last",
      enableColumnFilter: isData,
      enableGlobalFilter: isData,
      enableSorting: isData,
      enableHiding: isData,
    };
  });
}
