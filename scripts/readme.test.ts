import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
/** What a screen shows of a page in plain text. */
const SCREEN_LINES = 30;

test("HOUSE-11 the README has one screen for each reader, and its commands and links exist", () => {
  const readme = read("README.md");
  const sections = readme.split(/^## /m).slice(1);
  expect(sections.map((section) => section.split("\n", 1)[0])).toEqual([
    "Run it",
    "Try it",
    "Operate it",
    "Build on it",
  ]);
  for (const section of sections) expect(section.split("\n").length).toBeLessThanOrEqual(SCREEN_LINES);

  const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
  const code = [...readme.matchAll(/```sh\n([^`]+)```|`([^`]+)`/g)].map(([all]) => all).join("\n");
  const commands = [...code.matchAll(/npm (?:run )?([a-z-]+)/g)].map(([, name = ""]) => name);
  expect(commands).toContain("start");
  expect(commands.filter((name) => !(name in scripts))).toEqual([]);

  const links = [...readme.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, path = ""]) => path);
  expect(links.length).toBeGreaterThan(5);
  expect(links.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});
