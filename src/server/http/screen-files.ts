import { readFileSync } from "node:fs";
import { join } from "node:path";
import { findScreen } from "#contract/screens.ts";

/** The build's list of its files (Vite's manifest), as far as it is read here. */
type Manifest = Record<string, { name?: string; file: string; imports?: string[]; css?: string[] }>;

const PAGE = "index.html";

/**
 * Reads which files each screen of the client's side needs. Returns the tags that make a browser fetch the files of an
 * address at once, which it would else find out about file by file.
 */
export function readScreenFiles(webFolder: string): (pathname: string) => string {
  const manifest = JSON.parse(readFileSync(join(webFolder, ".vite/manifest.json"), "utf8")) as Manifest;
  const sources = new Map(Object.entries(manifest).map(([source, { name }]) => [name, source]));
  const own = filesOf(manifest, [PAGE]);
  const tags = new Map<readonly string[], string>();
  return (pathname) => {
    const code = findScreen(pathname)?.screen.code;
    if (code === undefined) return "";
    const files = () =>
      filesOf(
        manifest,
        code.map((name) => sources.get(name) ?? name),
      );
    const made = tags.get(code) ?? tagsOf([...files()].filter((file) => !own.has(file)));
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
