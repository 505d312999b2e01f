import { APOSTROPHES, foldText } from "../lists/comparable-text.ts";

type Range = readonly [from: number, to: number];

/** Vowel points and lengthenings of Hebrew and Arabic, which people leave out, and characters without a shape. */
export const POINTS: readonly Range[] = [
  [0x00ad, 0x00ad],
  [0x0591, 0x05bd],
  [0x05bf, 0x05bf],
  [0x05c1, 0x05c2],
  [0x05c4, 0x05c5],
  [0x05c7, 0x05c7],
  [0x0640, 0x0640],
  [0x064b, 0x065f],
  [0x0670, 0x0670],
  [0x061c, 0x061c],
  [0x180e, 0x180e],
  [0x200c, 0x200f],
  [0x202a, 0x202e],
  [0x2060, 0x2064],
  [0x2066, 0x2069],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff],
];

/** Scripts that put no space between words: every character is a word of its own. */
export const UNSPACED: readonly Range[] = [
  [0x0e01, 0x0eff],
  [0x1000, 0x109f],
  [0x1780, 0x17ff],
  [0x3005, 0x3007],
  [0x3040, 0x30ff],
  [0x31f0, 0x31ff],
  [0x3400, 0x4dbf],
  [0x4e00, 0x9fff],
  [0x20000, 0x3ffff],
];

/** Spaces, punctuation and signs of money, and everything that means something in a tsquery. */
export const SEPARATORS: readonly Range[] = [
  [0x0001, 0x002f],
  [0x003a, 0x0040],
  [0x005b, 0x0060],
  [0x007b, 0x00bf],
  [0x00d7, 0x00d7],
  [0x00f7, 0x00f7],
  [0x05be, 0x05be],
  [0x05c0, 0x05c0],
  [0x05c3, 0x05c3],
  [0x05f3, 0x05f4],
  [0x060c, 0x060c],
  [0x061b, 0x061f],
  [0x066a, 0x066d],
  [0x06d4, 0x06d4],
  [0x0964, 0x0965],
  [0x2000, 0x206f],
  [0x20a0, 0x20bf],
  [0x2e00, 0x2e7f],
  [0x3000, 0x3004],
  [0x3008, 0x3020],
  [0x30fb, 0x30fb],
];

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
