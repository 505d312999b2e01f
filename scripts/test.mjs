// npm test: installs what is missing and runs every check and test. `npm test -- words` runs only tests whose file
// names contain the words.
import "./require-node.mjs";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { prepareBuild, prepareInstall } from "./prepare.mjs";
import {
  capture,
  projectEnvironment,
  ROOT,
  runInForeground,
  runMain,
  SCRATCH,
  secondsSince,
} from "./run.mjs";

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
  if (isBuilt) await runTests(node, filters);
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

async function runTests(node, filters) {
  mkdirSync(SCRATCH, { recursive: true });
  const countsFile = join(SCRATCH, `counts-${process.pid}.json`);
  const args = [program("vitest", "vitest.mjs"), "run", ...filters];
  const env = { ...projectEnvironment(node), COUNTS_FILE: countsFile };
  const code = await runInForeground(node, args, { env, stdio: ["ignore", "inherit", "inherit"] });
  const told = readCounts(countsFile);
  counts.passed += told.passed;
  // A run that fails without naming a failed test still counts as a failure.
  counts.failed += told.failed || (code === 0 ? 0 : 1);
}

function readCounts(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return { passed: 0, failed: 1 };
  } finally {
    rmSync(path, { force: true });
  }
}

await runMain(main);
