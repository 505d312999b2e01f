import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { create } from "fontkitten";

/** A file of a font, and the characters for which it has glyphs. */
export type Slice = { file: string; codes: ReadonlySet<number> };

const require = createRequire(import.meta.url);
const folderOf = (name: string) => dirname(require.resolve(`${name}/package.json`));

/** The characters of a font file by its own table: what a package writes of its files is often untrue. */
export function readCodes(file: string): ReadonlySet<number> {
  const font = create(readFileSync(file));
  if (font.isCollection) throw new Error(`${file} holds several fonts.`);
  return new Set(font.characterSet);
}

const slices = new Map<string, Slice>();

function readSlice(file: string): Slice {
  let slice = slices.get(file);
  if (!slice) {
    slice = { file, codes: readCodes(file) };
    slices.set(file, slice);
  }
  return slice;
}

const UPRIGHT = /-(?:wght|400)-normal\.woff2$/;
const packages = new Map<string, Slice[]>();

function readPackage(name: string): Slice[] {
  let found = packages.get(name);
  if (!found) {
    const folder = join(folderOf(name), "files");
    const files = readdirSync(folder).filter((file) => UPRIGHT.test(file));
    found = files.map((file) => readSlice(join(folder, file)));
    packages.set(name, found);
  }
  return found;
}

/** The first file of these packages that has glyphs for all of the characters. */
export function findInSmall(names: readonly string[], codes: readonly number[]): Slice | undefined {
  for (const name of names) {
    const found = readPackage(name).find((slice) => codes.every((code) => slice.codes.has(code)));
    if (found) return found;
  }
  return undefined;
}

type Claim = { file: string; ranges: [from: number, to: number][] };
const claims = new Map<string, Claim[]>();

/** As `findInSmall` in a font of a hundred files: reads only those that claim the character. */
export function findInLarge(name: string, code: number): Slice | undefined {
  for (const { file, ranges } of claimsOf(name)) {
    if (!ranges.some(([from, to]) => code >= from && code <= to)) continue;
    const slice = readSlice(file);
    if (slice.codes.has(code)) return slice;
  }
  return undefined;
}

function claimsOf(name: string): Claim[] {
  let found = claims.get(name);
  if (!found) {
    const folder = folderOf(name);
    const written = JSON.parse(readFileSync(join(folder, "unicode.json"), "utf8")) as Record<string, string>;
    const font = name.slice(name.indexOf("/") + 1);
    found = Object.entries(written).map(([part, ranges]) => ({
      file: join(folder, "files", `${font}-${part.replace(/[[\]]/g, "")}-wght-normal.woff2`),
      ranges: readRanges(ranges),
    }));
    claims.set(name, found);
  }
  return found;
}

/** "U+0400-045F,U+20AC" */
function readRanges(written: string): Claim["ranges"] {
  return written.split(",").map((range) => {
    const [from = "", to = from] = range.trim().replace(/^U\+/i, "").split("-");
    return [Number.parseInt(from, 16), Number.parseInt(to, 16)];
  });
}
