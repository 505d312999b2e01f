import { type NumberStyle, styleOf } from "../read-number.ts";
import { trimEdges } from "../typed-text.ts";
import { type Column, type FieldReader, fieldReader, type Program } from "./map-columns.ts";
import { MAX_TITLE_ROWS, type Problem, readCsv } from "./read-csv.ts";

/** A row with its cells by column. `problem` tells why they cannot be trusted. */
export type TableRow<Name extends string> = {
  line: number;
  cells: Record<Name, string>;
  problem: string | null;
};

export type ReadTable<Name extends string> = {
  rows: TableRow<Name>[];
  /** The columns of the file in order, and what each fills. */
  columns: { header: string; field: Name | null; sample: string }[];
  /** The program whose export the file seems to be. */
  program: string | null;
  /** Needed columns that no column of the file fills. */
  missing: Name[];
  /** The line of the row that names the columns. */
  headLine: number;
  /** The number of rows above the one that names the columns. */
  titleRows: number;
  /** How the numbers of the file write decimals. */
  style: NumberStyle;
};

export type Table<Name extends string> = ReadTable<Name> | Problem;

type Reading<Name extends string> = {
  /** What each column of the file fills, as a person chose it. Without it the headers decide. */
  mapping?: readonly (string | null)[] | undefined;
  programs?: readonly Program<Name>[] | undefined;
  /** Whether a file without a needed column is read all the same, so that a person can choose one. */
  mayMiss?: boolean;
};

/** Reads CSV whose columns are named by the first row, or by one below a title. A missing column is empty. */
export function readTable<Name extends string>(
  file: string,
  columns: Readonly<Record<Name, Column>>,
  { mapping, programs = [], mayMiss = false }: Reading<Name> = {},
): Table<Name> {
  const known = Object.keys(columns) as Name[];
  const fields = fieldReader(columns, programs);
  const read = readCsv(file, fields.score);
  if ("problem" in read) return read;
  const scores = read.rows.slice(0, MAX_TITLE_ROWS).map(({ cells }) => fields.score(cells));
  const titleRows = scores.indexOf(Math.max(...scores, 0));
  const head = read.rows[titleRows];
  if (!head) return { line: 1, problem: "The file is empty" };
  const found = mapping
    ? { program: fields.read(head.cells).program, fields: fieldsOf(mapping, head.cells, known) }
    : fields.read(head.cells);
  if ("twice" in found) return { line: head.line, problem: `Two columns are called ${found.twice}` };
  const placesOf = new Map(known.map((column) => [column, placesIn(found.fields, column)]));
  const missing = known.filter((column) => columns[column].isNeeded && placesOf.get(column)?.length === 0);
  if (missing.length > 0 && !mayMiss) return { line: head.line, problem: missingColumns(missing) };
  const body = read.rows.slice(titleRows + 1);
  const rows = body.map(({ line, cells }) => {
    const isTooLong = cells.slice(head.cells.length).some((cell) => trimEdges(cell) !== "");
    const own = known.map((column) => {
      const values = (placesOf.get(column) ?? [])
        .map((place) => trimEdges(cells[place] ?? ""))
        .filter(Boolean);
      return [column, columns[column].isJoined ? values.join("\n") : (values[0] ?? "")];
    });
    const problem = isTooLong ? "This row has more cells than the row with the column names" : null;
    return { line, cells: Object.fromEntries(own) as Record<Name, string>, problem };
  });
  return {
    rows,
    columns: head.cells.map((header, place) => ({
      header: trimEdges(header),
      field: found.fields[place] ?? null,
      sample: sampleOf(body, place),
    })),
    program: found.program,
    missing,
    headLine: head.line,
    titleRows,
    // A comma that separates cells was chosen by a program that writes decimals with a point.
    style: styleOf(numbersOf(rows, columns), read.separator === "," ? "." : "unknown"),
  };
}

/** The sentence about columns that no column of the file fills. */
export function missingColumns(missing: readonly string[]): string {
  return `The row with the column names must have these too: ${missing.join(", ")}`;
}

function fieldsOf<Name extends string>(
  mapping: readonly (string | null)[],
  head: readonly string[],
  known: readonly Name[],
): ReturnType<FieldReader<Name>["read"]>["fields"] {
  return head.map((_, place) => known.find((column) => column === mapping[place]) ?? null);
}

function placesIn<Name extends string>(fields: readonly (Name | null)[], column: Name): number[] {
  return fields.flatMap((field, place) => (field === column ? [place] : []));
}

const MAX_SAMPLE_ROWS = 50;
const MAX_SAMPLE_LENGTH = 60;

/** The first text of a column. */
function sampleOf(rows: readonly { cells: readonly string[] }[], place: number): string {
  for (const { cells } of rows.slice(0, MAX_SAMPLE_ROWS)) {
    const text = trimEdges(cells[place] ?? "");
    if (text !== "")
      return text.length > MAX_SAMPLE_LENGTH ? `${text.slice(0, MAX_SAMPLE_LENGTH).toWellFormed()}…` : text;
  }
  return "";
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
