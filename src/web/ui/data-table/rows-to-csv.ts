import type { CellText } from "./data-table-column.ts";

/** Marks the text as UTF-8 for spreadsheets. */
const BYTE_ORDER_MARK = "\uFEFF";

/** A spreadsheet would run a text with such a start as a formula. */
const FORMULA_START = /^[=+\-@\t\r]/;

/** CSV by RFC 4180, safe to open in a spreadsheet. */
export function rowsToCsv(headers: readonly string[], rows: readonly (readonly CellText[])[]): string {
  const lines = [headers, ...rows].map((cells) => cells.map(csvCell).join(","));
  return `${BYTE_ORDER_MARK}${lines.join("\r\n")}\r\n`;
}

function csvCell(value: CellText): string {
  if (typeof value === "number") return String(value);
  const text = value ?? "";
  const harmless = FORMULA_START.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
