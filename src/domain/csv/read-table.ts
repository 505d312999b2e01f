import { readCsv } from "./read-csv.ts";

/** A row with its cells by column. `problem` tells why they cannot be trusted. */
export type TableRow<Column extends string> = {
  line: number;
  cells: Record<Column, string>;
  problem: string | null;
};

export type Table<Column extends string> =
  | { rows: TableRow<Column>[]; ignored: string[] }
  | { line: number; problem: string };

/**
 * Reads CSV whose first row names its columns, in any order and case. A column that is left out is empty in each row.
 * Columns of other names are ignored.
 */
export function readTable<Column extends string>(
  file: string,
  columns: Readonly<Record<Column, { isNeeded: boolean }>>,
): Table<Column> {
  const read = readCsv(file);
  if ("problem" in read) return read;
  const [head, ...rest] = read.rows;
  if (!head) return { line: 1, problem: "The file is empty" };
  const known = Object.keys(columns) as Column[];
  const placeOf = new Map<Column, number>();
  const ignored: string[] = [];
  for (const [place, text] of head.cells.entries()) {
    const name = text.trim();
    const column = known.find((one) => one.toLowerCase() === name.toLowerCase());
    if (column === undefined) {
      if (name !== "") ignored.push(name);
      continue;
    }
    if (placeOf.has(column)) return { line: head.line, problem: `Two columns are called ${column}` };
    placeOf.set(column, place);
  }
  const missing = known.filter((column) => columns[column].isNeeded && !placeOf.has(column));
  if (missing.length > 0) {
    const names = missing.join(", ");
    return { line: head.line, problem: `The first row must name these columns too: ${names}` };
  }
  const rows = rest.map(({ line, cells }) => {
    const isTooLong = cells.slice(head.cells.length).some((cell) => cell.trim() !== "");
    const own = known.map((column) => [column, (cells[placeOf.get(column) ?? -1] ?? "").trim()]);
    const problem = isTooLong ? "This row has more cells than the first row" : null;
    return { line, cells: Object.fromEntries(own) as Record<Column, string>, problem };
  });
  return { rows, ignored };
}
