import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { BLOCK_EDITS } from "#domain/page/block-edits.ts";
import { startJourneys } from "#tests/support/start-journeys.ts";
import { weighPage } from "#tests/support/weigh-page.ts";

const { portal, browser } = await startJourneys();

const KILOBYTE = 1000;

// Clients' pages. A limit is raised only by the change that needs it.
test.each([
  { path: "/login", as: undefined, most: 130 },
  { path: "/general-document/general-terms", as: undefined, most: 165 },
  { path: "/dashboard", as: "writer@demo.test", most: 143 },
  { path: "/documents/type/PROPOSAL", as: "writer@demo.test", most: 155 },
  { path: "/documents/doc-1042", as: "writer@demo.test", most: 182.5 },
  { path: "/view/doc-1042", as: undefined, most: 34.5 },
  { path: "/admin/people", as: "staff@demo.test", most: 201.5 },
])("$path loads at most $most kB of scripts and styles", async ({ path, as, most }) => {
  const page = await browser.openPage("about:blank", as ? { as } : {});
  const { bytes, files } = await weighPage(page, `${portal.url}${path}`);
  await page.getByRole("heading").first().waitFor();
  expect(files.length).toBeGreaterThan(0);
  expect(bytes, JSON.stringify(files, null, 1)).toBeLessThanOrEqual(most * KILOBYTE);
});

const BUILT = fileURLToPath(new URL("../../dist/web", import.meta.url));

type Manifest = Record<string, { file: string; imports?: string[] }>;

async function readManifest(manifest: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(BUILT, manifest), "utf8"));
}

/** What a file of a build imports, and what that imports. */
function importsOf(made: Manifest, name: string, found = new Set<string>()): Set<string> {
  for (const one of made[name]?.imports ?? []) {
    if (!found.has(one)) importsOf(made, one, found.add(one));
  }
  return found;
}

const MANIFESTS = [".vite/manifest.json", "view-manifest.json"];

test.each(MANIFESTS)(
  "no file that %s names imports itself by way of others, because it would run before they do",
  async (manifest) => {
    const made = await readManifest(manifest);
    expect(Object.keys(made).filter((name) => importsOf(made, name).has(name))).toEqual([]);
  },
);

/** The text of all scripts of a build. */
async function scriptsOf(manifest: string): Promise<string[]> {
  const made = await readManifest(manifest);
  const files = new Set(Object.values(made).map(({ file }) => file));
  const scripts = [...files].filter((file) => file.endsWith(".js"));
  return Promise.all(scripts.map((file) => readFile(join(BUILT, file), "utf8")));
}

/** Longer texts only: short ones occur elsewhere too. */
function sentencesIn(value: unknown): string[] {
  if (typeof value === "string") return value.split(" ").length > 2 ? [value] : [];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(sentencesIn) : [];
}

test.each(MANIFESTS)("what authors read of blocks is in no script that %s names", async (manifest) => {
  const words = BLOCK_EDITS.flatMap(({ block, label, fields }) =>
    sentencesIn([label, fields]).map((sentence) => [block.type, sentence] as const),
  );
  expect(words.length).toBeGreaterThan(20);
  const scripts = (await scriptsOf(manifest)).join("\n");
  expect(scripts).toContain("ProvenWayOfWorking");
  expect(words.filter(([, sentence]) => scripts.includes(sentence))).toEqual([]);
});
