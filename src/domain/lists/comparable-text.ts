/**
 * Text as lists compare it: without case and accents, and "_" read as a space. The same as SQL, for lists that the
 * database searches, is in src/server/db/comparable-sql.ts.
 */
export function comparableText(text: string): string {
  const plain = text.normalize("NFKD").replace(/[\u0300-\u036f]/g, "");
  return plain.toLowerCase().replaceAll("_", " ").replaceAll("ς", "σ");
}

/** Tells of a cell whether its text or number contains what is looked for. */
export function containing(wanted: string): (cell: string | number | null) => boolean {
  const sought = comparableText(wanted);
  return (cell) => cell !== null && comparableText(String(cell)).includes(sought);
}

/** Numbers are compared as if they had so many digits. */
export const ORDER_DIGITS = 12;

/** What texts are put in order by: "WO-9" before "WO-10". Keys are compared by their characters' codes. */
export function orderKey(text: string): string {
  return comparableText(text).replace(/[0-9]+/g, (digits) =>
    digits.replace(/^0+/, "").padStart(ORDER_DIGITS, "0"),
  );
}
