/**
 * A spreadsheet would run a text with such a start as a formula; some read the full-width signs alike. A text of ours
 * has an apostrophe before it.
 */
export const FORMULA_START = /^'*[=+\-@\t\r＝＋－＠]/;

/** A text that writeCsv made harmless, as it was before. */
export function withoutApostrophe(text: string): string {
  return text.startsWith("'") && FORMULA_START.test(text.slice(1)) ? text.slice(1) : text;
}
