import { readFileSync } from "node:fs";
import { join } from "node:path";
import { findScreen } from "#contract/screens.ts";

/** The build's list of its files (Vite's manifest), as far as it is read here. */
type Manifest = Record<
  string,
  { name?: string; file: string; imports?: string[]; css?: string[]; assets?: string[] }
>;

/** The file of every screen, which holds the page's entry (vite.config.ts). */
const PAGE = "base";

/**
 * Reads which files each screen of the client's side needs. Returns the tags that make a browser fetch the files of an
 * address at once, which it would else find out about file by file.
 */
export function readScreenFiles(webFolder: string): (pathname: string) => string {
  const manifest = JSON.parse(readFileSync(join(webFolder, ".vite/manifest.json"), "utf8")) as Manifest;
  const sources = new Map(Object.entries(manifest).map(([source, { name }]) => [name, source]));
  const fonts = fontTags(manifest[sources.get(PAGE) ?? PAGE]?.assets ?? []);
  const own = filesOf(manifest, [sources.get(PAGE) ?? PAGE]);
  const tags = new Map<readonly string[], string>();
  return (pathname) => {
    const { code, isDrawn } = findScreen(pathname)?.screen ?? {};
    if (code === undefined) return "";
    const files = () =>
      filesOf(
        manifest,
        code.map((name) => sources.get(name) ?? name),
      );
    const made =
      tags.get(code) ?? tagsOf([...files()].filter((file) => !own.has(file))) + (isDrawn ? fonts : "");
    tags.set(code, made);
    return made;
  };
}

/** The scripts and style sheets of these source files, and of all that they import. */
function filesOf(manifest: Manifest, sources: readonly string[]): Set<string> {
  const files = new Set<string>();
  const seen = new Set<string>();
  function add(source: string): void {
    if (seen.has(source)) return;
    seen.add(source);
    const chunk = manifest[source];
    if (chunk === undefined) throw new Error(`The build has no ${source}.`);
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file);
    for (const imported of chunk.imports ?? []) add(imported);
  }
  for (const source of sources) add(source);
  return files;
}

function tagsOf(files: readonly string[]): string {
  return files
    .map((file) =>
      file.endsWith(".css")
        ? `<link rel="stylesheet" crossorigin href="/${file}">`
        : `<link rel="modulepreload" crossorigin href="/${file}">`,
    )
    .join("");
}

/** A drawing is seen before its fonts are asked for, and text that is seen must not move when they come. */
function fontTags(assets: readonly string[]): string {
  return assets
    .filter((file) => /-latin-wght-normal-[^/]+\.woff2$/.test(file))
    .map(
      (file) =>
        `<link rel="preload" as="font" type="font/woff2" crossorigin fetchpriority="low" href="/${file}">`,
    )
    .join("");
}
