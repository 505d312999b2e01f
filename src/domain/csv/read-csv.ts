import { withoutApostrophe } from "./formula.ts";

/** A row with the number of its first line in the file. */
export type CsvRow = { line: number; cells: string[] };

/** The rows of a file that are not empty, or why it is no CSV. */
export type CsvRead = { rows: CsvRow[] } | { line: number; problem: string };

const SEPARATORS = [",", ";", "\t"] as const;

/** Reads CSV by RFC 4180, also with a byte order mark, any line ends, and the semicolons or tabs of spreadsheets. */
export function readCsv(file: string): CsvRead {
  const marked = file.replace(/^\uFEFF/, "");
  const named = /^sep=([,;\t])\r?\n/i.exec(marked);
  const separator = named?.[1] ?? separatorOf(marked);
  const text = marked.slice(named?.[0].length ?? 0);
  const rows: CsvRow[] = [];
  const unquoted = separator === "\t" ? /[\t\r\n]/g : separator === ";" ? /[;\r\n]/g : /[,\r\n]/g;
  let at = 0;
  let line = named ? 2 : 1;
  while (at < text.length) {
    const row: CsvRow = { line, cells: [] };
    for (;;) {
      const isQuoted = text[at] === '"';
      const began = line;
      let cell: string;
      if (isQuoted) {
        const end = endOfQuotes(text, at + 1);
        if (end === -1) return { line: began, problem: "A quotation mark opens here and is never closed" };
        const raw = text.slice(at + 1, end);
        line += linesIn(raw);
        cell = raw.replaceAll('""', '"');
        at = end + 1;
        const next = text[at];
        if (next !== undefined && next !== separator && next !== "\r" && next !== "\n")
          return { line, problem: "Text follows a closing quotation mark" };
      } else {
        unquoted.lastIndex = at;
        const end = unquoted.exec(text)?.index ?? text.length;
        cell = text.slice(at, end);
        at = end;
      }
      row.cells.push(withoutApostrophe(cell));
      if (text[at] !== separator) break;
      at += 1;
    }
    at += text.startsWith("\r\n", at) ? 2 : 1;
    line += 1;
    if (row.cells.some((cell) => cell.trim() !== "")) rows.push(row);
  }
  return { rows };
}

/** The separator that the first line has most of, outside quotation marks. */
function separatorOf(text: string): string {
  const [head = ""] = text.replaceAll(/"[^"]*"/g, "").split(/[\r\n]/, 1);
  const counts = SEPARATORS.map((separator) => ({ separator, count: head.split(separator).length }));
  return counts.reduce((most, one) => (one.count > most.count ? one : most)).separator;
}

/** The place of the closing quotation mark; -1 if there is none. Two in a row are a character of the text. */
function endOfQuotes(text: string, from: number): number {
  let at = text.indexOf('"', from);
  while (at !== -1 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
  return at;
}

function linesIn(text: string): number {
  return text.match(/\r\n|\r|\n/g)?.length ?? 0;
}
