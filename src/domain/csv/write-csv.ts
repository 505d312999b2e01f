import { FORMULA_START } from "./formula.ts";

/** Marks the text as UTF-8 for spreadsheets. */
const BYTE_ORDER_MARK = "\uFEFF";

type CsvValue = string | number | null;

/** CSV by RFC 4180, safe to open in a spreadsheet. */
export function writeCsv(headers: readonly string[], rows: readonly (readonly CsvValue[])[]): string {
  const lines = [headers, ...rows].map((cells) => cells.map(csvCell).join(","));
  return `${BYTE_ORDER_MARK}${lines.join("\r\n")}\r\n`;
}

function csvCell(value: CsvValue): string {
  if (typeof value === "number") return String(value);
  const text = value ?? "";
  const harmless = FORMULA_START.test(text) ? `'${text}` : text;
  return /[",;\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
