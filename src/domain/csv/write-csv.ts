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

/** What a spreadsheet may run as a formula, also full-width or after invisible signs; it gets an apostrophe. */
const FORMULA_START = /^(?:'*[\t\r\n]|['\s\p{Cf}]*[=+\-@−＝＋－＠﹢﹣﹦﹫])/u;

/** A text that writeCsv made harmless, as it was before. */
export function withoutApostrophe(text: string): string {
  return text.startsWith("'") && FORMULA_START.test(text.slice(1)) ? text.slice(1) : text;
}
