import { containing, orderKey, wordsMatching } from "#domain/lists/comparable-text.ts";
import type { ColumnFilter } from "#domain/lists/list-columns.ts";
import type { DataTableColumn } from "./data-table-column.ts";

export type Sort = { id: string; desc: boolean };

export type Criteria = {
  /** Searched in every column, hidden ones included. */
  search: string;
  columnFilters: readonly ColumnFilter[];
  sort: Sort | null;
};

/** The rows that match the search and the filters, sorted. */
export function matchingRows<Row>(
  rows: readonly Row[],
  columns: readonly DataTableColumn<Row>[],
  { search, columnFilters, sort }: Criteria,
): readonly Row[] {
  const texts = columns.filter((column) => !column.isControls);
  const conditions = columnFilters.flatMap(({ id, value }) => {
    const column = texts.find((one) => one.id === id);
    return column ? [filterOf(column, value)] : [];
  });
  if (search !== "") {
    const isFound = containing(search);
    conditions.push((row) => texts.some((column) => isFound(column.text(row))));
  }
  const matching = conditions.length === 0 ? rows : rows.filter((row) => conditions.every((is) => is(row)));
  const sorted = texts.find((column) => column.id === sort?.id);
  return sorted ? sortRows(matching, sorted, sort?.desc ?? false) : matching;
}

function filterOf<Row>({ text, choices }: DataTableColumn<Row>, criteria: string): (row: Row) => boolean {
  if (choices) {
    const words = wordsMatching(Object.keys(choices.labels), criteria);
    return (row) => words.includes(choices.of(row));
  }
  const isFound = containing(criteria);
  return (row) => isFound(text(row));
}

/** Sorts numbers by value and texts naturally ("WO-9" before "WO-10"). Missing values come last in both directions. */
function sortRows<Row>(rows: readonly Row[], column: DataTableColumn<Row>, desc: boolean): Row[] {
  const direction = desc ? -1 : 1;
  const { choices } = column;
  const words = Object.keys(choices?.labels ?? {});
  const keyOf = choices ? (row: Row) => words.indexOf(choices.of(row)) : (row: Row) => column.sortKey?.(row);
  const keyed = rows.map((row) => {
    const text = column.text(row);
    return { row, key: text === null ? null : toKey(keyOf(row) ?? text) };
  });
  keyed.sort((a, b) => {
    if (a.key === null || b.key === null) return Number(a.key === null) - Number(b.key === null);
    return direction * compareKeys(a.key, b.key);
  });
  return keyed.map(({ row }) => row);
}

/** The server's sort keys, so that a list keeps its order when the server takes over. */
function toKey(text: string | number): string | number {
  return typeof text === "number" ? text : orderKey(text);
}

function compareKeys(a: string | number, b: string | number): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  const [first, second] = [String(a), String(b)];
  return first < second ? -1 : Number(first > second);
}
