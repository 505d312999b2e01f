import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** A part of a font for some characters, as inclusive ranges of code points. */
type Slice = { file: string; written: string; ranges: [from: number, to: number][] };

/** Fonts for the scripts that the portal's own fonts lack; of two with a character the first serves. */
const PACKAGES = [
  "noto-emoji",
  "noto-sans",
  "noto-sans-arabic",
  "noto-sans-hebrew",
  "noto-sans-devanagari",
  "noto-sans-thai",
];

const require = createRequire(import.meta.url);

function slicesOf(name: string): Slice[] {
  const folder = dirname(require.resolve(`@fontsource-variable/${name}/package.json`));
  const ranges = JSON.parse(readFileSync(join(folder, "unicode.json"), "utf8")) as Record<string, string>;
  const files = new Set(readdirSync(join(folder, "files")));
  return Object.entries(ranges).flatMap(([part, written]) => {
    const file = `${name}-${part.replace(/[[\]]/g, "")}-wght-normal.woff2`;
    return files.has(file)
      ? [{ file: join(folder, "files", file), written, ranges: readRanges(written) }]
      : [];
  });
}

/** "U+0400-045F,U+20AC" */
function readRanges(written: string): Slice["ranges"] {
  return written.split(",").map((range) => {
    const [from = "", to = from] = range.trim().replace(/^U\+/i, "").split("-");
    return [Number.parseInt(from, 16), Number.parseInt(to, 16)];
  });
}

const holds = ({ ranges }: Slice, code: number) => ranges.some(([from, to]) => code >= from && code <= to);

/** The Chinese font claims letters of other scripts, such as Korean and Armenian, that it lacks. */
const CHINESE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Common}]/u;

/** The shipped part of a font that has the character. */
function sliceWith(letter: string, { others, chinese, korean }: Fonts): Slice | undefined {
  const code = letter.codePointAt(0) ?? 0;
  const find = (slices: Slice[]) => slices.find((one) => holds(one, code));
  if (/\p{Script=Hangul}/u.test(letter)) return find(korean);
  return find(others) ?? (CHINESE.test(letter) ? find(chinese) : undefined);
}

/** Our own fonts have it, whatever the text. */
const isOwn = (letter: string, { own }: Fonts) =>
  own.some((slice) => holds(slice, letter.codePointAt(0) ?? 0));

/** Characters beyond Latin. Spaces, controls and joiners need no glyph of their own. */
const BEYOND_LATIN = /[^\0-\u024f\p{Z}\p{C}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * The distinct characters of a text that no shipped font has, in their order. PDFs show them only where the machine
 * has a font for them.
 */
export function lettersWithoutFont(text: string): string[] {
  const all = fonts();
  const letters = new Set(text.match(BEYOND_LATIN));
  return [...letters].filter((letter) => !isOwn(letter, all) && !sliceWith(letter, all));
}

type Fonts = Record<"own" | "others" | "chinese" | "korean", Slice[]>;
let read: Fonts | undefined;

/** Reads the lists of characters once, when the first PDF needs them. */
function fonts(): Fonts {
  read ??= {
    own: slicesOf("figtree"),
    others: PACKAGES.flatMap(slicesOf),
    chinese: slicesOf("noto-sans-sc"),
    korean: slicesOf("noto-sans-kr"),
  };
  return read;
}

/**
 * The style sheet with the fonts of all characters in a text that our own fonts lack. It names them "Paper Scripts",
 * which the style sheet of documents lists after ours.
 */
export function scriptFontCss(text: string): string {
  const all = fonts();
  const needed = new Set<Slice>();
  for (const letter of new Set(text.match(/[^\0-\u024f]/gu))) {
    if (isOwn(letter, all)) continue;
    const slice = sliceWith(letter, all);
    if (slice) needed.add(slice);
  }
  return [...needed]
    .map(({ file, written }) => {
      const data = readFileSync(file).toString("base64");
      return `@font-face{font-family:"Paper Scripts";font-weight:100 900;src:url("data:font/woff2;base64,${data}");unicode-range:${written}}`;
    })
    .join("\n");
}
