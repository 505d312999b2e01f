/** Letters that NFKD leaves whole, and what people without their keyboard type for them. */
export const SPELLED_OUT = { ß: "ss", æ: "ae", œ: "oe", þ: "th" } as const;
/** The same for letters with one letter in their place: the second text has it at the same position. */
export const FOLDED = { from: "ςøłđðħıŧŋəɓɗƙƴ", to: "σolddhitnebdky" } as const;

/** The signs that people write as an apostrophe, also those of Hawaiian, Hebrew and Armenian. */
export const APOSTROPHES = "'’‘‛ʼʻʹ′`ꞌ՚׳";
export const DASHES = "‐‑‒–—―−";
/** Characters without a shape: the soft hyphen, joiners and marks of direction. */
export const SHAPELESS =
  "\u00ad\u061c\u180e\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e" +
  "\u2060\u2061\u2062\u2063\u2064\u2066\u2067\u2068\u2069\ufeff";

const EACH_SPELLED_OUT = new RegExp(`[${Object.keys(SPELLED_OUT).join("")}]`, "g");
const EACH_FOLDED = new RegExp(`[${FOLDED.from}]`, "g");
const EACH_DASH = new RegExp(`[${DASHES}]`, "g");
const EACH_UNREAD = new RegExp([...APOSTROPHES, ...SHAPELESS].join("|"), "g");

/**
 * Text without case, accents and ligatures, with the letters of an English keyboard for those like ø and ß.
 * src/server/db/comparable-sql.ts does the same in SQL.
 */
export function foldText(text: string): string {
  // NFKD makes an accent after a space of the acute accent that people type as an apostrophe.
  const plain = text
    .replaceAll("´", "'")
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "");
  return plain
    .toLowerCase()
    .replace(EACH_SPELLED_OUT, (letter) => SPELLED_OUT[letter as keyof typeof SPELLED_OUT])
    .replace(EACH_FOLDED, (letter) => FOLDED.to.charAt(FOLDED.from.indexOf(letter)));
}

/**
 * Text in the form in which lists compare it: folded, without apostrophes and characters without a shape, with one
 * kind of dash, one space for several and for "_". src/server/db/comparable-sql.ts does the same in SQL.
 */
export function comparableText(text: string): string {
  const folded = foldText(text).replaceAll("_", " ").replace(EACH_DASH, "-").replace(EACH_UNREAD, "");
  return folded.replace(/[\t-\r \u0085\u1680\u2028\u2029]+/g, " ");
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
