import { trimEdges } from "../typed-text.ts";
import { withoutApostrophe } from "./write-csv.ts";

/** A row with the number of its first line in the file. */
export type CsvRow = { line: number; cells: string[] };

const SEPARATORS = [",", ";", "\t"] as const;
export type Separator = (typeof SEPARATORS)[number];

/** The rows of a file that are not empty, or why it is no CSV. */
export type CsvRead = { rows: CsvRow[]; separator: Separator } | Problem;

/** The row that names the columns is looked for among so many. */
export const MAX_TITLE_ROWS = 30;

const UNQUOTED: Record<Separator, RegExp> = { ",": /[,\r\n]/g, ";": /[;\r\n]/g, "\t": /[\t\r\n]/g };
const OPENING = /[\p{Zs}\p{Cf}]*"/uy;
const BLANK = /[\p{Zs}\p{Cf}]*/uy;

/** Reads CSV by RFC 4180, and what spreadsheets make of it. `score` counts the cells that name columns. */
export function readCsv(file: string, score: (cells: readonly string[]) => number = () => 0): CsvRead {
  const marked = file.replace(/^\uFEFF/, "");
  const named = /^sep=([,;\t])(?:\r\n|\r|\n)/i.exec(marked);
  const text = marked.slice(named?.[0].length ?? 0);
  const separator = SEPARATORS.find((one) => one === named?.[1]) ?? separatorOf(text, score);
  const reader = new CsvReader(text, separator, named ? 2 : 1);
  const rows: CsvRow[] = [];
  while (!reader.isAtEnd) {
    const row = reader.readRow();
    if ("problem" in row) return row;
    if (row.cells.some((cell) => trimEdges(cell) !== "")) rows.push(row);
  }
  return { rows, separator };
}

export type Problem = { line: number; problem: string };

class CsvReader {
  readonly #text: string;
  readonly #separator: Separator;
  #at = 0;
  #line: number;

  constructor(text: string, separator: Separator, line: number) {
    this.#text = text;
    this.#separator = separator;
    this.#line = line;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#text.length;
  }

  readRow(): CsvRow | Problem {
    const row: CsvRow = { line: this.#line, cells: [] };
    let isBackslashed = false;
    do {
      const opening = matchAt(OPENING, this.#text, this.#at);
      const raw = opening > 0 ? this.#readQuoted(opening) : this.#readUnquoted();
      if (typeof raw !== "string") return raw;
      if (opening === 0 && isBackslashed && raw.includes('"')) return this.#problem(BACKSLASH);
      isBackslashed ||= opening > 0 && raw.endsWith("\\");
      row.cells.push(withoutApostrophe(opening > 0 ? raw.replaceAll(/""|\\"(?!")/g, '"') : raw));
    } while (this.#skipSeparator());
    this.#at += this.#text.startsWith("\r\n", this.#at) ? 2 : 1;
    this.#line += 1;
    return row;
  }

  #skipSeparator(): boolean {
    if (this.#text[this.#at] !== this.#separator) return false;
    this.#at += 1;
    return true;
  }

  #readQuoted(opening: number): string | Problem {
    const from = this.#at + opening;
    const end = endOfQuotes(this.#text, from, this.#separator);
    if (end === -1)
      return this.#problem(withCure(this.#text, "A quotation mark opens here and is never closed"));
    const raw = this.#text.slice(from, end);
    this.#line += raw.match(/\r\n|\r|\n/g)?.length ?? 0;
    this.#at = end + 1 + matchAt(BLANK, this.#text, end + 1);
    return isEndOfCell(this.#text, this.#at, this.#separator)
      ? raw
      : this.#problem(withCure(this.#text, "Text follows a closing quotation mark"));
  }

  #readUnquoted(): string {
    const unquoted = UNQUOTED[this.#separator];
    unquoted.lastIndex = this.#at;
    const from = this.#at;
    this.#at = unquoted.exec(this.#text)?.index ?? this.#text.length;
    return this.#text.slice(from, this.#at);
  }

  #problem(problem: string): Problem {
    return { line: this.#line, problem };
  }
}

/** The separator by which one of the first lines names the most columns, or else that the first line has most of. */
function separatorOf(text: string, score: (cells: readonly string[]) => number): Separator {
  const lines = text
    .slice(0, 100_000)
    .replaceAll(/"[^"]*"/g, (quoted) => quoted.replaceAll(/[,;\t\r\n]/g, " "));
  const firstLines = lines
    .split(/[\r\n]+/)
    .filter((one) => trimEdges(one) !== "")
    .slice(0, MAX_TITLE_ROWS);
  let best: { separator: Separator; score: number } = { separator: ",", score: 0 };
  for (const line of firstLines) {
    for (const separator of SEPARATORS) {
      const cells = line.split(separator).map((cell) => trimEdges(cell).replaceAll(/^"|"$/g, ""));
      const found = score(cells);
      if (found > best.score) best = { separator, score: found };
    }
  }
  if (best.score > 0) return best.separator;
  const [head = ""] = firstLines;
  const counts = SEPARATORS.map((separator) => ({ separator, count: head.split(separator).length }));
  return counts.reduce((most, one) => (one.count > most.count ? one : most)).separator;
}

/** The offset of the closing quotation mark, or -1. Doubled ones, and one behind a backslash in a cell, are text. */
function endOfQuotes(text: string, from: number, separator: Separator): number {
  let at = text.indexOf('"', from);
  while (at !== -1) {
    const isDoubled = text[at + 1] === '"';
    const isEscaped =
      text[at - 1] === "\\" &&
      at > from &&
      !isEndOfCell(text, at + 1 + matchAt(BLANK, text, at + 1), separator);
    if (!isDoubled && !isEscaped) return at;
    at = text.indexOf('"', at + (isDoubled ? 2 : 1));
  }
  return -1;
}

function isEndOfCell(text: string, at: number, separator: Separator): boolean {
  const next = text[at];
  return next === undefined || next === separator || next === "\r" || next === "\n";
}

/** The length of what a sticky expression matches here. */
function matchAt(sticky: RegExp, text: string, at: number): number {
  sticky.lastIndex = at;
  return sticky.exec(text)?.[0].length ?? 0;
}

const BACKSLASH =
  'A backslash before a quotation mark has two meanings here: please write quotation marks inside a text twice ("")';

function withCure(text: string, problem: string): string {
  return text.includes('\\"') ? `${problem}. Please write quotation marks inside a text twice ("")` : problem;
}
