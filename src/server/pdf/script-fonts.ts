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
  "noto-sans-sc",
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

type Fonts = { own: Slice[]; others: Slice[]; korean: Slice[] };
let read: Fonts | undefined;

/** Reads the lists of characters once, when the first PDF needs them. */
function fonts(): Fonts {
  read ??= { own: slicesOf("figtree"), others: PACKAGES.flatMap(slicesOf), korean: slicesOf("noto-sans-kr") };
  return read;
}

/**
 * The style sheet with the fonts of all characters in a text that our own fonts lack. It names them "Paper Scripts",
 * which the style sheet of documents lists after ours.
 */
export function scriptFontCss(text: string): string {
  const { own, others, korean } = fonts();
  const needed = new Set<Slice>();
  for (const letter of new Set(text.match(/[^\0-\u024f]/gu))) {
    const code = letter.codePointAt(0) ?? 0;
    if (own.some((slice) => holds(slice, code))) continue;
    // The Chinese font claims Korean letters that it lacks.
    const slice = (/\p{Script=Hangul}/u.test(letter) ? korean : others).find((one) => holds(one, code));
    if (slice) needed.add(slice);
  }
  return [...needed]
    .map(({ file, written }) => {
      const data = readFileSync(file).toString("base64");
      return `@font-face{font-family:"Paper Scripts";font-weight:100 900;src:url("data:font/woff2;base64,${data}");unicode-range:${written}}`;
    })
    .join("\n");
}
