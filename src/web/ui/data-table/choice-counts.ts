import { wholeWord } from "#domain/lists/comparable-text.ts";
import type { ColumnFilter } from "#domain/lists/list-columns.ts";
import type { Choices, DataTableColumn } from "./data-table-column.ts";
import { type Criteria, matchingRows } from "./matching-rows.ts";

/** How many rows have each word; no word without rows. */
export type ChoiceCounts = Partial<Record<string, number>>;

type ChoiceColumn<Row> = DataTableColumn<Row> & { choices: Choices<Row> };

/** The column whose words the chips above a table count. */
export function findChoiceColumn<Row>(columns: readonly DataTableColumn<Row>[]): ChoiceColumn<Row> | null {
  return columns.find((column): column is ChoiceColumn<Row> => column.choices !== undefined) ?? null;
}

/** Counts the rows that match everything but the filter of this column. */
export function countChoices<Row>(
  rows: readonly Row[],
  columns: readonly DataTableColumn<Row>[],
  { id, choices }: ChoiceColumn<Row>,
  { search, columnFilters }: Omit<Criteria, "sort">,
): ChoiceCounts {
  const others = columnFilters.filter((filter) => filter.id !== id);
  const matching = matchingRows(rows, columns, { search, columnFilters: others, sort: null });
  const counts: ChoiceCounts = {};
  for (const row of matching) counts[choices.of(row)] = (counts[choices.of(row)] ?? 0) + 1;
  return counts;
}

export function totalOf(counts: ChoiceCounts): number {
  return Object.values(counts).reduce<number>((sum, count = 0) => sum + count, 0);
}

/** The chosen word, "" for all. A filter with a part of a word stays as it is and matches no chip. */
export function chosenWord<Row>(
  { id, choices }: ChoiceColumn<Row>,
  filters: readonly ColumnFilter[],
): string {
  const selectedValue = filters.find((filter) => filter.id === id)?.value ?? "";
  return wholeWord(Object.keys(choices.labels), selectedValue) ?? selectedValue;
}
