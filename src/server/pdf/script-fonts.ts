import { readFileSync } from "node:fs";
import { type UnprintablePart, unprintableWarning } from "#domain/paper/unprintable.ts";
import { textsInside } from "#domain/storable-text.ts";
import { conflict } from "../app-error.ts";
import { sanitiseHtml } from "../html/sanitise-html.ts";
import type { Slice } from "./font-slices.ts";
import { ownFontFiles } from "./fonts.ts";

/** Fonts for the characters of writing systems that our own fonts lack, in the order in which they are searched. */
const SCRIPTS = [
  "noto-sans",
  "noto-sans-arabic",
  "noto-sans-armenian",
  "noto-sans-bengali",
  "noto-sans-devanagari",
  "noto-sans-ethiopic",
  "noto-sans-georgian",
  "noto-sans-gujarati",
  "noto-sans-gurmukhi",
  "noto-sans-hebrew",
  "noto-sans-kannada",
  "noto-sans-khmer",
  "noto-sans-lao",
  "noto-sans-malayalam",
  "noto-sans-myanmar",
  "noto-sans-oriya",
  "noto-sans-sinhala",
  "noto-sans-tamil",
  "noto-sans-telugu",
  "noto-sans-thai",
  "noto-sans-symbols",
].map((name) => `@fontsource-variable/${name}`);
const SIGNS = ["noto-sans-symbols-2", "noto-sans-math", "dejavu-sans"].map((name) => `@fontsource/${name}`);
const SMALL = [...SCRIPTS, ...SIGNS];
const EMOJI = ["@fontsource-variable/noto-emoji"];
const CHINESE = "@fontsource-variable/noto-sans-sc";
const KOREAN = "@fontsource-variable/noto-sans-kr";

/** Characters that both of our own fonts have, so that most documents need no other font to be read. */
export const PLAIN = "\0-\u0113\u2013\u2014\u2018-\u201a\u201c-\u201e\u2020-\u2022\u2026\u20ac\u2122\u2192";
/** Characters that need a glyph, which spaces, controls and joiners do not. Private ones do: Word's bullets are such. */
const BEYOND_PLAIN = new RegExp(`[^${PLAIN}\\p{Z}\\p{Cc}\\p{Cs}\\p{Default_Ignorable_Code_Point}]`, "gu");

/** Several characters that are drawn as one, so that one font has to have them all. */
const CLUSTER = /\p{RGI_Emoji}|\p{L}\p{M}+/gv;
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;
const EMOJI_STYLE = /\p{Emoji_Presentation}|\p{Emoji}\ufe0f\u20e3?/gu;

type Needed = { letters: readonly string[]; clusters: readonly string[]; emoji: ReadonlySet<string> };

function readNeeded(text: string): Needed {
  const letters = [...new Set(text.match(BEYOND_PLAIN))];
  if (letters.length === 0) return { letters, clusters: [], emoji: new Set() };
  const emoji = new Set(text.match(EMOJI_STYLE)?.flatMap((one) => [...one]));
  return { letters, clusters: [...new Set(text.match(CLUSTER))], emoji };
}

type Fonts = typeof import("./font-slices.ts");

/** The reader of fonts is loaded for the first text that needs it. */
const loadFonts = (): Promise<Fonts> => import("./font-slices.ts");

const codeOf = (letter: string) => letter.codePointAt(0) ?? 0;

/** Whether both of our own fonts have it: a text may be set in either. */
function isOwn({ readCodes }: Fonts, letter: string): boolean {
  own ??= ownFontFiles().map(readCodes);
  return own.every((codes) => codes.has(codeOf(letter)));
}
let own: ReadonlySet<number>[] | undefined;

function findSlice({ findInSmall, findInLarge }: Fonts, letter: string, isEmoji: boolean): Slice | undefined {
  const code = codeOf(letter);
  return (
    (isEmoji ? findInSmall(EMOJI, [code]) : undefined) ??
    findInSmall(SMALL, [code]) ??
    findInLarge(CHINESE, code) ??
    findInLarge(KOREAN, code) ??
    findInSmall(EMOJI, [code])
  );
}

/** The distinct characters without a glyph in any shipped font. PDFs show them only if the machine has a font. */
export async function lettersWithoutFont(text: string): Promise<string[]> {
  const { letters, emoji } = readNeeded(text);
  if (letters.length === 0) return [];
  const fonts = await loadFonts();
  return letters.filter((letter) => !isOwn(fonts, letter) && !findSlice(fonts, letter, emoji.has(letter)));
}

/**
 * The style sheet of the font "Paper Scripts": the characters of a text that our own fonts lack, such as those of other
 * writing systems (scripts). Documents list it after ours.
 */
export async function scriptFontCss(text: string): Promise<string> {
  const { letters, clusters, emoji } = readNeeded(text);
  if (letters.length === 0) return "";
  const fonts = await loadFonts();
  const needed = new Map<Slice, Set<number>>();
  const need = (slice: Slice | undefined, codes: readonly number[]) => {
    if (!slice) return;
    const known = needed.get(slice) ?? new Set();
    needed.set(slice, known);
    for (const code of codes) known.add(code);
  };
  for (const letter of letters) {
    if (!isOwn(fonts, letter)) need(findSlice(fonts, letter, emoji.has(letter)), [codeOf(letter)]);
  }
  for (const one of clusters) {
    const drawn = [...one.replaceAll(INVISIBLE, "")];
    if (drawn.length === 1 || drawn.every((letter) => isOwn(fonts, letter))) continue;
    const codes = drawn.map(codeOf);
    need(fonts.findInSmall([...SMALL, ...EMOJI], codes), codes);
  }
  return [...needed].map(([slice, codes]) => faceOf(slice, codes, needed)).join("\n");
}

/**
 * A slice serves all of its characters, which shaping may need, except those that another slice serves. All claim every
 * weight, because browsers look for a character only in the faces of the nearest weight.
 */
function faceOf(slice: Slice, codes: ReadonlySet<number>, needed: ReadonlyMap<Slice, Set<number>>): string {
  const others = [...needed].flatMap(([one, served]) => (one === slice ? [] : [...served]));
  const elsewhere = new Set(others.filter((code) => !codes.has(code)));
  const range = writeRanges([...slice.codes].filter((code) => !elsewhere.has(code)));
  const data = readFileSync(slice.file).toString("base64");
  return `@font-face{font-family:"Paper Scripts";font-weight:100 900;src:url("data:font/woff2;base64,${data}");unicode-range:${range}}`;
}

/** "U+400-45f,U+20ac" */
function writeRanges(codes: readonly number[]): string {
  const ranges: [from: number, to: number][] = [];
  for (const code of codes.toSorted((one, other) => one - other)) {
    const last = ranges.at(-1);
    if (last?.[1] === code - 1) last[1] = code;
    else ranges.push([code, code]);
  }
  return ranges.map(([from, to]) => `U+${from.toString(16)}-${to.toString(16)}`).join(",");
}

/** A character reference that may be a letter beyond ASCII. */
const REFERENCE = /&(?!(?:amp|lt|gt|quot|apos|nbsp|#39);)#?\w+;?/i;

/** All texts inside a value; HTML also with its character references as readers see them: "&#x995;" is a letter too. */
export function shownTexts(value: unknown): string[] {
  return [...textsInside(value)].map(({ text }) =>
    REFERENCE.test(text) ? `${text} ${sanitiseHtml(text)}` : text,
  );
}

/** What a PDF will show, by the words that name it to the person. */
export type PrintedParts = Record<string, unknown>;

/**
 * Throws AppError "conflict" with the warning if a person would decide on what the PDF cannot show, unless their screen
 * has shown this warning. A program without a screen is not warned.
 */
export async function requireWarned(
  printed: PrintedParts,
  shown: { warning?: string | undefined } | undefined,
  refused: string,
): Promise<void> {
  if (!shown) return;
  const parts: UnprintablePart[] = [];
  for (const [what, value] of Object.entries(printed))
    parts.push({ what, letters: await lettersWithoutFont(shownTexts(value).join(" ")) });
  const warning = unprintableWarning(parts);
  if (warning === null || warning === shown.warning) return;
  throw conflict("letters-without-font", `${refused} ${warning}`, { warning });
}
