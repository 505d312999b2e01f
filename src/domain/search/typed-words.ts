import { APOSTROPHES, foldText } from "../lists/comparable-text.ts";

type Range = readonly [from: number, to: number];

/** Code points in hexadecimal: "05bf 0591-05bd". */
function rangesOf(written: string): readonly Range[] {
  return written.split(" ").map((range) => {
    const [from = "", to = from] = range.split("-");
    return [Number.parseInt(from, 16), Number.parseInt(to, 16)];
  });
}

/** Vowel points and lengthenings of Hebrew and Arabic, which people leave out, and characters without a shape. */
export const POINTS = rangesOf(
  "00ad 0591-05bd 05bf 05c1-05c2 05c4-05c5 05c7 0640 064b-065f 0670 061c 180e 200c-200f 202a-202e " +
    "2060-2064 2066-2069 fe00-fe0f feff",
);

/** Scripts that put no space between words: every character is a word of its own. */
export const UNSPACED = rangesOf(
  "0e01-0eff 1000-109f 1780-17ff 3005-3007 3040-30ff 31f0-31ff 3400-4dbf 4e00-9fff 20000-3ffff",
);

/** Spaces, punctuation and signs of money, and everything that means something in a tsquery. */
export const SEPARATORS = rangesOf(
  "0001-002f 003a-0040 005b-0060 007b-00bf 00d7 00f7 05be 05c0 05c3 05f3-05f4 060c 061b-061f " +
    "066a-066d 06d4 0964-0965 2000-206f 20a0-20bf 2e00-2e7f 3000-3004 3008-3020 30fb",
);

/** A longer word is cut, because a word of the index has at most 2,046 bytes. */
export const MAX_WORD_LENGTH = 80;

const MAX_WORDS = 10;

function oneOf(ranges: readonly Range[]): string {
  const code = (point: number) => `\\u{${point.toString(16)}}`;
  return `[${ranges.map(([from, to]) => `${code(from)}-${code(to)}`).join("")}]`;
}

const EACH_POINT = new RegExp(oneOf(POINTS), "gu");
const EACH_UNSPACED = new RegExp(oneOf(UNSPACED), "gu");
const BETWEEN_WORDS = new RegExp(`${oneOf(SEPARATORS)}+`, "gu");
const UNSPACED_WORD = new RegExp(`^${oneOf(UNSPACED)}$`, "u");

/** Signs between letters that people leave out: "O'Brien" is found as "brien" and as "obrien". */
export const JOINING = `${APOSTROPHES}\u200b`;

const EACH_JOINING = new RegExp([...JOINING].join("|"), "g");

/** The words of a text as the index stores them (src/server/db/words-sql.ts does the same in SQL). */
export function wordsOf(text: string): string[] {
  const folded = foldText(text);
  const apart = folded.replace(EACH_JOINING, " ");
  return wordsOfFolded(apart === folded ? folded : `${apart} ${folded.replace(EACH_JOINING, "")}`);
}

function wordsOfFolded(folded: string): string[] {
  const spaced = folded.replaceAll("\0", " ").replace(EACH_POINT, "").replace(EACH_UNSPACED, " $& ");
  const words = spaced.replace(BETWEEN_WORDS, " ").split(" ");
  return words.filter((word) => word !== "").map((word) => [...word].slice(0, MAX_WORD_LENGTH).join(""));
}

/** Whether the word is a character of a script without spaces, so that it is found whole only. */
export function isUnspaced(word: string): boolean {
  return UNSPACED_WORD.test(word);
}

/** The different words that someone has typed. Words after the tenth are not searched. */
export function typedWords(typed: string): string[] {
  return [...new Set(wordsOfFolded(foldText(typed).replace(EACH_JOINING, "")))].slice(0, MAX_WORDS);
}

/** Whether a text has all these words, each at the start of one of its own. */
export function hasWords(text: string, words: readonly string[]): boolean {
  const own = wordsOf(text);
  return words.every((word) => own.some((one) => one.startsWith(word)));
}

/** The characters of scripts without spaces that were typed side by side. */
export function runsOf(typed: string): string[] {
  return foldText(typed).match(EACH_RUN) ?? [];
}

const EACH_RUN = new RegExp(`${oneOf(UNSPACED)}+`, "gu");
