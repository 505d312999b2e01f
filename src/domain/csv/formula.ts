/**
 * A spreadsheet would run a text with such a start as a formula: some after white space or signs that cannot be seen, and
 * some with full-width and small signs. A text of ours has an apostrophe before it.
 */
export const FORMULA_START = /^(?:'*[\t\r\n]|['\s\p{Cf}]*[=+\-@−＝＋－＠﹢﹣﹦﹫])/u;

/** A text that writeCsv made harmless, as it was before. */
export function withoutApostrophe(text: string): string {
  return text.startsWith("'") && FORMULA_START.test(text.slice(1)) ? text.slice(1) : text;
}
