// npm run prove: runs what `npm test` runs by representatives, whole: the test files that ask for `many` cases. With
// --long, all journeys too, so that every screen is checked at both widths and in both themes.
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { prepare } from "./prepare.mjs";
import { projectEnvironment, ROOT, runInForeground, runMain } from "./run.mjs";

const TESTS = join(ROOT, "tests");

function filesWithLongForm() {
  return readdirSync(TESTS, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".test.ts"))
    .map((path) => join(TESTS, path))
    .filter((path) => readFileSync(path, "utf8").includes("#tests/support/many.ts"))
    .map((path) => relative(ROOT, path));
}

await runMain(async () => {
  const node = await prepare();
  const journeys = process.argv.includes("--long") ? ["tests/e2e/"] : [];
  const vitest = [join(ROOT, "node_modules", "vitest", "vitest.mjs"), "run"];
  return runInForeground(node, [...vitest, ...filesWithLongForm(), ...journeys], {
    env: { ...projectEnvironment(node), LONG: "1" },
  });
});
