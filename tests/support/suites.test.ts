import { execFileSync } from "node:child_process";
import { globSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..", "..");

/** The test files of a suite, each after its project; without a suite, all of them. */
function filesOf(suite = ""): string[] {
  const vitest = join(ROOT, "node_modules/vitest/vitest.mjs");
  const env = { ...process.env, SUITE: suite };
  const printed = execFileSync(process.execPath, [vitest, "list", "--filesOnly", "--json"], {
    cwd: ROOT,
    env,
  });
  const files = JSON.parse(printed.toString()) as { file: string; projectName: string }[];
  return files.map(({ file, projectName }) => `${projectName} ${relative(ROOT, file)}`).toSorted();
}

test("HOUSE-10 every test file is in exactly one suite, those of the databases on each database", () => {
  const all = filesOf();
  expect([...filesOf("daily"), ...filesOf("gate")].toSorted()).toEqual(all);
  const onBoth = all.filter((one) => one.startsWith("api-embedded tests/database/"));
  expect(all).toEqual(expect.arrayContaining(onBoth.map((one) => one.replace("embedded", "server"))));
  const found = globSync("{src,scripts,bench,tests}/**/*.test.{ts,tsx}", { cwd: ROOT }).toSorted();
  const ofPeers = filesOf("peers");
  expect([...new Set([...all, ...ofPeers].map((one) => one.split(" ")[1]))].toSorted()).toEqual(found);
  expect(ofPeers.every((one) => one.startsWith("peers tests/peers/"))).toBe(true);
});
