/**
 * Text in the form in which lists compare it: without case and accents, "_" as a space.
 * src/server/db/comparable-sql.ts does the same in SQL.
 */
export function comparableText(text: string): string {
  const plain = text.normalize("NFKD").replace(/[\u0300-\u036f]/g, "");
  return plain.toLowerCase().replaceAll("_", " ").replaceAll("ς", "σ");
}

/** Makes a test whether a cell contains a text, ignoring case and accents. */
export function containing(wanted: string): (cell: string | number | null) => boolean {
  const sought = comparableText(wanted);
  return (cell) => cell !== null && comparableText(String(cell)).includes(sought);
}

/** Numbers are padded with zeros to this many digits. */
export const ORDER_DIGITS = 12;

/** The sort key of a text, which puts "WO-9" before "WO-10". Keys compare by character code. */
export function orderKey(text: string): string {
  return comparableText(text).replace(/[0-9]+/g, (digits) =>
    digits.replace(/^0+/, "").padStart(ORDER_DIGITS, "0"),
  );
}
