// npm run prove: runs what `npm test` runs by representatives, whole: the test files that ask for `many` cases, but for
// journeys. Then it takes each guard away in the test that misses it (tests/support/guards/). With --long, all journeys
// too, so that every screen is checked at both widths and in both themes, and the longest forms.
// --seed 7 repeats what a run drew by chance.
import { randomInt } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { prepare } from "./prepare.mjs";
import { projectEnvironment, ROOT, runInForeground, runMain } from "./run.mjs";

const TESTS = [join(ROOT, "tests"), join(ROOT, "src")];

const JOURNEYS = join("tests", "e2e", "/");
const GUARDS = [join(ROOT, "tests", "support", "guards", "remove-guards.ts")];

function filesWithLongForm() {
  return TESTS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) => join(folder, path)),
  )
    .filter((path) => path.endsWith(".test.ts"))
    .filter((path) => readFileSync(path, "utf8").includes("#tests/support/many.ts"))
    .map((path) => relative(ROOT, path))
    .filter((path) => !path.startsWith(JOURNEYS));
}

const isLong = process.argv.includes("--long");
const given = process.argv.indexOf("--seed");
const seed = given < 0 ? String(randomInt(1_000_000)) : (process.argv[given + 1] ?? "");

await runMain(async () => {
  if (!/^\d+$/.test(seed)) throw new Error("--seed needs a whole number, such as --seed 7.");
  const node = await prepare();
  const journeys = isLong ? [JOURNEYS] : [];
  console.log(`Seed: ${seed}`);
  const vitest = [join(ROOT, "node_modules", "vitest", "vitest.mjs"), "run"];
  const env = projectEnvironment(node);
  const failed = await runInForeground(node, [...vitest, ...filesWithLongForm(), ...journeys], {
    env: { ...env, LONG: isLong ? "2" : "1", SEED: seed },
  });
  const unmissed = await runInForeground(node, [...GUARDS, ...(isLong ? ["--long"] : [])], { env });
  return failed || unmissed;
});
