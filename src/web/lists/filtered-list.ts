import { encodeColumnFilters } from "#domain/lists/list-columns.ts";

/** The address of a list that shows only the rows with this text in this column. */
export function filteredList(path: string, column: string, text: string): string {
  return `${path}?${new URLSearchParams({ columnFilters: encodeColumnFilters([{ id: column, value: text }]) })}`;
}
