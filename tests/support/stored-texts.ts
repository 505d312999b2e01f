import { readdir, readFile } from "node:fs/promises";
import { gunzipSync } from "node:zlib";
import { pasteToHtml } from "#domain/page/paste-to-html.ts";
import { openBackup, readArchive } from "#server/backup/read-archive.ts";
import { GALLERY_SECTIONS } from "#web/gallery/gallery-sections.ts";
import { LONG_WORDS_PAGE } from "./long-words.ts";

const DEMO = "src/server/world/demo/";
const FIXTURES = "tests/fixtures/";
const CLIPBOARDS = "tests/clipboard/";

/** Every formatted text that the repository has: stored, sampled and pasted. */
export async function readStoredTexts(): Promise<string[]> {
  const worlds = ["world.json", "templates.json"].map(async (name) =>
    JSON.parse(await readFile(DEMO + name, "utf8")),
  );
  const backups = (await readdir(FIXTURES, { recursive: true })).filter((name) => name.endsWith(".backup"));
  const stored = await Promise.all([...worlds, ...backups.map((name) => rowsOf(FIXTURES + name))]);
  const found = htmlIn([stored, GALLERY_SECTIONS, LONG_WORDS_PAGE]);
  return [...new Set([...found, ...(await readPasted())])];
}

async function rowsOf(path: string): Promise<unknown[]> {
  const rows: unknown[] = [];
  for await (const { name, bytes } of readArchive(openBackup(path))) {
    if (!name.endsWith(".ndjson.gz")) continue;
    const lines = gunzipSync(bytes).toString().trim().split("\n");
    rows.push(...lines.filter((line) => line !== "").map((line) => JSON.parse(line)));
  }
  return rows;
}

async function readPasted(): Promise<string[]> {
  const clipboards = (await readdir(CLIPBOARDS)).map(async (name) => {
    const written = await readFile(CLIPBOARDS + name, "utf8");
    const pasted = name.endsWith(".html") ? { html: written, text: "" } : { html: "", text: written };
    return pasteToHtml(pasted, { hasHeadings: true }).html;
  });
  return Promise.all(clipboards);
}

/** Every text with a tag, also inside JSON that is stored as text. */
function htmlIn(value: unknown): string[] {
  if (typeof value === "string") {
    if (/^(?:\{"|\[[{"])/.test(value)) return htmlIn(JSON.parse(value));
    return /<\w/.test(value) && !value.startsWith("<!doctype") ? [value] : [];
  }
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(htmlIn) : [];
}
