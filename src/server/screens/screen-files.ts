import { readFileSync } from "node:fs";
import { join } from "node:path";
import { findScreen, SCREENS } from "#contract/screens.ts";

/** The build's list of its files (Vite's manifest), as far as it is read here. */
type Manifest = Record<string, { file: string; imports?: string[]; css?: string[]; assets?: string[] }>;

/** The page of all screens. */
const PAGE = "index.html";

/** Returns the tags that preload the files of an address, which the browser would else find one by one. */
export function readScreenFiles(webFolder: string): (pathname: string) => string {
  const manifest = JSON.parse(readFileSync(join(webFolder, ".vite/manifest.json"), "utf8")) as Manifest;
  const fonts = fontTags(manifest[PAGE]?.assets ?? []);
  const ofPage = filesOf(manifest, [PAGE]);
  const tags = new Map(
    SCREENS.map((screen) => {
      const files = [...filesOf(manifest, screen.code)].filter((file) => !ofPage.has(file));
      return [screen, tagsOf(files) + (screen.isDrawn ? fonts : "")];
    }),
  );
  return (pathname) => {
    const found = findScreen(pathname);
    return (found && tags.get(found.screen)) ?? "";
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

/** A drawing is shown before its fonts load, and shown text must not move when they do. */
function fontTags(assets: readonly string[]): string {
  return assets
    .filter((file) => /-latin-wght-normal-[^/]+\.woff2$/.test(file))
    .map(
      (file) =>
        `<link rel="preload" as="font" type="font/woff2" crossorigin fetchpriority="low" href="/${file}">`,
    )
    .join("");
}
