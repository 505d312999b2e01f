import {
  type ColumnFilter,
  countingFilters,
  FILTER_TEXT_LIMIT,
  readFilterEntries,
  toColumnFilter,
} from "#domain/lists/column-filters.ts";

/** The query parameter: a base64 JSON array of filter entries. */
export const COLUMN_FILTERS_PARAMETER = "columnFilters";

/** The filters on these columns that a query parameter asks for; what cannot be read is no filter. */
export function decodeColumnFilters(parameter: string | null, columnIds: readonly string[]): ColumnFilter[] {
  const filters = (readFilterEntries(parameter ?? "") ?? []).flatMap((entry) => toColumnFilter(entry) ?? []);
  const known = filters.filter(({ id }) => columnIds.includes(id));
  return countingFilters(known.map(({ id, value }) => ({ id, value: value.slice(0, FILTER_TEXT_LIMIT) })));
}
