import { type NumberStyle, styleOf } from "../read-number.ts";
import { trimEdges } from "../trim-edges.ts";
import { MAX_TITLE_ROWS, readCsv } from "./read-csv.ts";

/** A column of a noun's files. `numbersIn` finds the texts of a cell that are numbers. */
export type Column = { isNeeded: boolean; numbersIn?: (cell: string) => string[] };

/** A row with its cells by column. `problem` tells why they cannot be trusted. */
export type TableRow<Name extends string> = {
  line: number;
  cells: Record<Name, string>;
  problem: string | null;
};

export type ReadTable<Name extends string> = {
  rows: TableRow<Name>[];
  /** Columns of other names. */
  ignored: string[];
  /** The number of rows above the one that names the columns. */
  titleRows: number;
  /** How the numbers of the file write decimals. */
  style: NumberStyle;
};

export type Table<Name extends string> = ReadTable<Name> | { line: number; problem: string };

/**
 * Reads CSV whose columns are named by the first row, or by one below a title, in any order and case. A column that is
 * left out is empty in each row.
 */
export function readTable<Name extends string>(
  file: string,
  columns: Readonly<Record<Name, Column>>,
): Table<Name> {
  const known = Object.keys(columns) as Name[];
  const columnOf = new Map(known.map((name) => [name.toLowerCase(), name]));
  const named = (cell: string) => columnOf.get(plainName(cell));
  const score = (cells: readonly string[]) => new Set(cells.map(named).filter(Boolean)).size;
  const read = readCsv(file, score);
  if ("problem" in read) return read;
  const scores = read.rows.slice(0, MAX_TITLE_ROWS).map(({ cells }) => score(cells));
  const titleRows = scores.indexOf(Math.max(...scores, 0));
  const head = read.rows[titleRows];
  if (!head) return { line: 1, problem: "The file is empty" };
  const placeOf = new Map<Name, number>();
  const ignored: string[] = [];
  for (const [place, text] of head.cells.entries()) {
    const column = named(text);
    if (column === undefined) {
      if (plainName(text) !== "") ignored.push(trimEdges(text));
      continue;
    }
    if (placeOf.has(column)) return { line: head.line, problem: `Two columns are called ${column}` };
    placeOf.set(column, place);
  }
  const missing = known.filter((column) => columns[column].isNeeded && !placeOf.has(column));
  if (missing.length > 0) {
    const names = missing.join(", ");
    return { line: head.line, problem: `The row with the column names must have these too: ${names}` };
  }
  const rows = read.rows.slice(titleRows + 1).map(({ line, cells }) => {
    const isTooLong = cells.slice(head.cells.length).some((cell) => trimEdges(cell) !== "");
    const own = known.map((column) => [column, trimEdges(cells[placeOf.get(column) ?? -1] ?? "")]);
    const problem = isTooLong ? "This row has more cells than the row with the column names" : null;
    return { line, cells: Object.fromEntries(own) as Record<Name, string>, problem };
  });
  // A comma that separates cells was chosen by a program that writes decimals with a point.
  const style = styleOf(numbersOf(rows, columns), read.separator === "," ? "." : "unknown");
  return { rows, ignored, titleRows, style };
}

function plainName(cell: string): string {
  return cell
    .replaceAll(/\p{Cf}/gu, "")
    .replaceAll(/\s+/g, " ")
    .trim()
    .toLowerCase();
}

function* numbersOf<Name extends string>(
  rows: readonly TableRow<Name>[],
  columns: Readonly<Record<Name, Column>>,
): Generator<string> {
  for (const name of Object.keys(columns) as Name[]) {
    const { numbersIn } = columns[name];
    if (numbersIn) for (const { cells } of rows) yield* numbersIn(cells[name]);
  }
}
