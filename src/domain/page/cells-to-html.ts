import { escapeText } from "../escape-html.ts";

/** The text of a spreadsheet's cells, which tabs separate, as a table; null for other text. Lines end with "\n". */
export function cellsToHtml(text: string): string | null {
  if (!text.includes("\t")) return null;
  const rows = readRows(text.replace(/\n+$/, ""));
  const [first] = rows;
  const columns = first?.length ?? 0;
  if (rows.length < 2 || columns < 2 || rows.some((row) => row.length !== columns)) return null;
  // Lines that begin with a tab are indented.
  if (rows.every(([cell]) => cell === "")) return null;
  const body = rows.map((row) => `<tr>${row.map((cell) => `<td>${cellHtml(cell)}</td>`).join("")}</tr>`);
  return `<table>${body.join("")}</table>`;
}

/** As many characters as a cell of a spreadsheet can hold. */
const MAX_CELL_LENGTH = 32_767;
/** More cells than these are not written with quotation marks around them. */
const MAX_UNQUOTED = 50;

/** A cell with line breaks, tabs or quotation marks is between quotation marks, which are doubled inside. */
function readRows(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let unquoted = 0;
  for (let at = 0; at <= text.length; ) {
    const isOpening = text[at] === '"' && unquoted < MAX_UNQUOTED;
    const quoted = isOpening ? endOfQuotes(text, at + 1) : -1;
    if (isOpening && quoted === -1) unquoted += 1;
    const end = quoted === -1 ? endOfCell(text, at) : quoted + 1;
    row.push(quoted === -1 ? text.slice(at, end) : text.slice(at + 1, quoted).replaceAll('""', '"'));
    if (text[end] !== "\t") {
      rows.push(row);
      row = [];
    }
    at = end + 1;
  }
  return rows;
}

function endOfCell(text: string, from: number): number {
  let end = from;
  while (end < text.length && text[end] !== "\t" && text[end] !== "\n") end += 1;
  return end;
}

/** The place of the closing quotation mark; -1 if the cell only begins with one. */
function endOfQuotes(text: string, from: number): number {
  for (
    let at = text.indexOf('"', from);
    at !== -1 && at - from < MAX_CELL_LENGTH;
    at = text.indexOf('"', at + 2)
  ) {
    if (text[at + 1] === '"') continue;
    return [undefined, "\t", "\n"].includes(text[at + 1]) ? at : -1;
  }
  return -1;
}

function cellHtml(cell: string): string {
  return escapeText(cell.trim()).replaceAll("\n", "<br>");
}
