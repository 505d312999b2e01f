import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  compareVersions,
  type Found,
  formatNotes,
  IS_SAFE,
  parseChangelog,
  publishCommands,
  releaseFaults,
} from "./release-rules.ts";

const read = (name: string) => readFileSync(join(import.meta.dirname, "..", name), "utf8");
const section = (version: string) => ({ version, date: "2026-11-28", notes: `${IS_SAFE} Yes.` });
const GOOD: Found = {
  version: "0.10.0",
  changes: [],
  changelog: [section("0.10.0"), section("0.9.0")],
  tags: ["v0.9.0", "a-tag-of-another-kind"],
  dumps: [
    { version: "0.9.0", migrations: ["1_a"] },
    { version: "0.10.0", migrations: ["1_a", "2_b"] },
  ],
  migrations: ["1_a", "2_b"],
};

test("RUN-2 sources that may be released have no fault, also as the first with a tag", () => {
  expect(releaseFaults(GOOD)).toEqual([]);
  expect(releaseFaults({ ...GOOD, tags: [] })).toEqual([]);
});

test.each<[string, Partial<Found>, RegExp]>([
  ["a tree that is not clean", { changes: ["M src/a.ts"] }, /not clean: M src\/a\.ts/],
  ["a version without a section", { changelog: [section("0.9.0")] }, /no section of 0\.10\.0/],
  [
    "a section that does not say whether the update is safe",
    { changelog: [section("0.10.0"), { ...section("0.9.0"), notes: "" }] },
    /The section of 0\.9\.0 has no line/,
  ],
  ["a version with a tag", { tags: ["v0.10.0"] }, /0\.10\.0 is released already/],
  ["a version older than a tag", { tags: ["v0.11.0"] }, /older than 0\.11\.0/],
  ["an earlier release without a dump", { dumps: GOOD.dumps.slice(1) }, /no stored dump of 0\.9\.0/],
  ["no dump of this version", { dumps: GOOD.dumps.slice(0, 1) }, /dump of 0\.10\.0.*--dump/],
  [
    "a dump that was made before the last migration",
    { migrations: ["1_a", "2_b", "3_c"] },
    /dump of 0\.10\.0 lacks migrations/,
  ],
  [
    "a migration before released ones",
    { migrations: ["0_early", "1_a", "2_b"] },
    /A migration of 0\.9\.0 was changed/,
  ],
  ["a migration that is gone", { migrations: ["2_b"] }, /A migration of 0\.9\.0 was changed/],
])("RUN-2 npm run release refuses %s", (_case, changed, fault) => {
  expect(releaseFaults({ ...GOOD, ...changed }).join("\n")).toMatch(fault);
});

test("RUN-2 versions are compared by number", () => {
  expect(["0.10.0", "1.0.0", "0.9.1", "0.9.0"].toSorted(compareVersions)).toEqual([
    "0.9.0",
    "0.9.1",
    "0.10.0",
    "1.0.0",
  ]);
});

test("RUN-2 the changelog begins with the version of the sources, newest first, and each says whether its update is safe", () => {
  const changelog = parseChangelog(read("CHANGELOG.md"));
  const versions = changelog.map(({ version }) => version);
  expect(versions[0]).toBe((JSON.parse(read("package.json")) as { version: string }).version);
  expect(versions).toEqual(versions.toSorted(compareVersions).toReversed());
  for (const { version, notes } of changelog) expect(notes, version).toContain(IS_SAFE);
  expect(() => parseChangelog("## Unreleased\n")).toThrow('the heading "## Unreleased"');
});

test("RUN-2 the notes of a release are its section, and the printed commands tag and push it", () => {
  expect(formatNotes(section("0.10.0"))).toBe(`Counterpart 0.10.0, 2026-11-28\n\n${IS_SAFE} Yes.\n`);
  expect(publishCommands("0.10.0", ".tmp/notes.md")).toEqual([
    "git tag --annotate v0.10.0 --cleanup=verbatim --file .tmp/notes.md",
    "git push origin v0.10.0",
  ]);
});
