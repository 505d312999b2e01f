// npm test: installs what is missing and runs every check and the tests for daily work; `npm run prove -- --gate` runs the
// others. `npm test -- words` runs all tests whose file names contain the words, and no checks.
import "./require-node.mjs";
import { join } from "node:path";
import { prepareBuild, prepareInstall } from "./prepare.mjs";
import { capture, projectEnvironment, ROOT, runMain, secondsSince } from "./run.mjs";
import { runTests } from "./run-tests.mjs";

const program = (...path) => join(ROOT, "node_modules", ...path);
const typescript = (config) => [program("typescript", "bin", "tsc"), "--project", config];

/** The checks that need no build: a name, and the arguments for the project's Node. */
const CHECKS = [
  ["format and lint", [program("@biomejs", "biome", "bin", "biome"), "ci", "--error-on-warnings"]],
  ["promises and hooks", [program("oxlint", "bin", "oxlint"), "--type-aware", "--deny-warnings"]],
  ["types", typescript("tsconfig.json")],
  ["types of the browser's part alone", typescript("tsconfig.web.json")],
  ["architecture", ["scripts/check-layout.ts"]],
  ["migrations", ["scripts/check-migrations.mjs"]],
];

const counts = { passed: 0, failed: 0 };

async function main() {
  const filters = process.argv.slice(2);
  const started = Date.now();
  const node = await prepareInstall().catch((error) => fail("packages", error));
  if (!node) return conclude(started);
  // The checks run beside the build and the start of the tests, which wait for files more than they compute.
  const checked = filters.length === 0 ? runChecks(node) : null;
  const isBuilt = await check("build", async () => {
    await prepareBuild(node);
    return { code: 0, output: "" };
  });
  if (isBuilt) {
    const { passed, failed } = await runTests(node, filters, filters.length === 0 ? { SUITE: "daily" } : {});
    counts.passed += passed;
    counts.failed += failed;
  }
  await checked;
  return conclude(started);
}

async function runChecks(node) {
  for (const [name, args] of CHECKS) await check(name, () => run(node, args));
}

/** Prints the last line, which programs can read, and sets the exit code. */
function conclude(started) {
  console.log(`\nAll of it took ${secondsSince(started)}.`);
  console.log(`${counts.passed} passed, ${counts.failed} failed`);
  return counts.failed > 0 ? 1 : 0;
}

function run(node, args) {
  return capture(node, args, { env: projectEnvironment(node) });
}

function fail(name, error) {
  counts.failed += 1;
  console.log(`✗ ${name}\n${error.message}`);
}

/** Runs one check and counts it. Prints its output only if it fails. */
async function check(name, work) {
  const started = Date.now();
  const { code, output } = await work().catch((error) => ({ code: 1, output: error.message }));
  counts[code === 0 ? "passed" : "failed"] += 1;
  if (code === 0) console.log(`✓ ${name} (${secondsSince(started)})`);
  else console.log(`✗ ${name} (${secondsSince(started)})\n${output.trim()}\n`);
  return code === 0;
}

await runMain(main);
