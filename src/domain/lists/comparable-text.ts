import { formatDate } from "../format.ts";

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

/** Text without case, accents and ligatures, in English letters; src/server/db/comparable-sql.ts is the same in SQL. */
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

/** Text as lists compare it: folded, with one kind of dash and single spaces (also in db/comparable-sql.ts, in SQL). */
export function comparableText(text: string): string {
  const folded = foldText(text).replaceAll("_", " ").replace(EACH_DASH, "-").replace(EACH_UNREAD, "");
  return folded.replace(/[\t-\r \u0085\u1680\u2028\u2029]+/g, " ");
}

/** Makes a test whether a cell contains a text, ignoring case and accents. */
export function containing(query: string): (cell: string | number | null) => boolean {
  const target = comparableText(query);
  return (cell) => cell !== null && comparableText(String(cell)).includes(target);
}

/** Numbers are padded with zeros to this many digits. */
export const ORDER_DIGITS = 12;

/** The sort key of a text, which puts "WO-9" before "WO-10". Keys compare by character code. */
export function orderKey(text: string): string {
  return comparableText(text).replace(/[0-9]+/g, (digits) =>
    digits.replace(/^0+/, "").padStart(ORDER_DIGITS, "0"),
  );
}

/** The word of a closed set that a text spells whole, whatever its case: "in progress" is IN_PROGRESS. */
export function wholeWord(words: readonly string[], text: string): string | undefined {
  const target = comparableText(text);
  return words.find((word) => comparableText(word) === target);
}

/** The words of a closed set that a filter finds. A whole word finds only itself, so PAID does not find UNPAID. */
export function wordsMatching(words: readonly string[], query: string): string[] {
  const whole = wholeWord(words, query);
  return whole === undefined ? words.filter(containing(query)) : [whole];
}

const DAY_MS = 86_400_000;
const FIRST_DAY = Date.UTC(1970, 0, 1);
const END = Date.UTC(2100, 0, 1);

/** Days from the first up to but not including the second, as "2026-11-21". */
type DayRange = readonly [from: string, before: string];

let dayTexts: string[] | undefined;

/** The days from 1970 to 2099 whose medium date ("21 Nov 2026") contains a text. */
export function daysMatching(query: string): DayRange[] {
  const target = comparableText(query);
  dayTexts ??= Array.from({ length: (END - FIRST_DAY) / DAY_MS }, (_, day) =>
    comparableText(formatDate(dayName(day), "UTC")),
  );
  const ranges: DayRange[] = [];
  let from: number | null = null;
  for (let day = 0; day <= dayTexts.length; day += 1) {
    const isSaid = dayTexts[day]?.includes(target) ?? false;
    if (isSaid && from === null) from = day;
    if (!isSaid && from !== null) {
      ranges.push([dayName(from), dayName(day)]);
      from = null;
    }
  }
  return ranges;
}

function dayName(day: number): string {
  return new Date(FIRST_DAY + day * DAY_MS).toISOString().slice(0, 10);
}
