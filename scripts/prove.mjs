// npm run prove: runs whole what both suites run by representatives: the test files that ask for `many` cases, but for
// journeys. Then it takes each guard away in the test that misses it (tests/support/guards/). With --long, all journeys
// too, so that every screen is checked at both widths and in both themes, and the longest forms.
// With --gate it runs only the tests that `npm test` leaves out (SUITE in vitest.config.ts), and ends with their count.
// With --peers it runs the portal with other programs: proxies, a pooler, a mail server, Prometheus, systemd, and as an image.
// --seed 7 repeats what a run drew by chance. `-- killed` runs only the files whose names contain a word, and no guards;
// --on server or --on embedded only those on one database. It ends with a summary for docs/proof.md.
import "./require-node.mjs";
import { randomInt } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";
import { join, relative } from "node:path";
import { prepare } from "./prepare.mjs";
import { requirePeers } from "./require-peers.mjs";
import { projectEnvironment, ROOT, runInForeground, runMain, SCRATCH, secondsSince } from "./run.mjs";
import { runTests } from "./run-tests.mjs";

const TESTS = [join(ROOT, "tests"), join(ROOT, "src")];

const JOURNEYS = join("tests", "e2e", "/");
const GUARDS = [join(ROOT, "tests", "support", "guards", "remove-guards.ts")];
const PROOF = join(SCRATCH, "proof");
/** tests/support/suite-cases.ts writes its figures here, one per line. */
const FIGURES = join(PROOF, "figures.txt");
const RESULTS = join(PROOF, "results.json");

function filesWithLongForm() {
  return TESTS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) => join(folder, path)),
  )
    .filter((path) => path.endsWith(".test.ts"))
    .filter((path) => readFileSync(path, "utf8").includes("#tests/support/suite-cases.ts"))
    .map((path) => relative(ROOT, path))
    .filter((path) => !path.startsWith(JOURNEYS));
}

/** What runs by the names of files alone, and ends with its count. */
const SUITES = ["gate", "peers"];
const DATABASES = ["server", "embedded"];

/** Reads the options; `words` select test files by their names. */
function readOptions() {
  const given = process.argv.slice(2);
  const take = (option) => {
    const at = given.indexOf(option);
    return at < 0 ? undefined : given.splice(at, 2)[1];
  };
  const [seed = String(randomInt(1_000_000)), database] = [take("--seed"), take("--on")];
  const words = given.filter((word) => !word.startsWith("--"));
  return {
    seed,
    database,
    words,
    isLong: given.includes("--long"),
    suite: SUITES.find((name) => given.includes(`--${name}`)),
  };
}

/** The seconds of each test file; none if the tests were ended. One that runs on both databases is there twice. */
function timesOfFiles() {
  if (!existsSync(RESULTS)) return [];
  const { testResults } = JSON.parse(readFileSync(RESULTS, "utf8"));
  return testResults
    .map(({ name, startTime, endTime }) => [relative(ROOT, name), (endTime - startTime) / 1000])
    .toSorted(([, a], [, b]) => b - a)
    .map(([name, seconds]) => `${seconds.toFixed(0).padStart(5)} s  ${name}`);
}

function readLines(path) {
  try {
    return readFileSync(path, "utf8").split("\n").filter(Boolean);
  } catch {
    return [];
  }
}

async function runSuite(node) {
  if (suite === "peers") requirePeers();
  const { passed, failed } = await runTests(node, words, { SUITE: suite, SEED: seed });
  console.log(`${passed} passed, ${failed} failed`);
  return failed > 0 ? 1 : 0;
}

const busy = () => loadavg()[0]?.toFixed(1);
const { seed, database, words, isLong, suite } = readOptions();
const isPart = words.length > 0 || database !== undefined;

function requireOptions() {
  if (!/^\d+$/.test(seed)) throw new Error("--seed needs a whole number, such as --seed 7.");
  if (database !== undefined && !DATABASES.includes(database))
    throw new Error("--on needs server or embedded.");
}

await runMain(async () => {
  requireOptions();
  const node = await prepare();
  console.log(`Seed: ${seed}`);
  if (suite) return runSuite(node);
  const isWanted = (path) => words.length === 0 || words.some((word) => path.includes(word));
  const files = [...filesWithLongForm(), ...(isLong ? [JOURNEYS] : [])].filter(isWanted);
  rmSync(PROOF, { recursive: true, force: true });
  mkdirSync(PROOF, { recursive: true });
  const [started, loadBefore] = [Date.now(), busy()];
  const reporters = ["default", "json"].map((name) => `--reporter=${name}`);
  const project = database ? [`--project=api-${database}`] : [];
  const vitest = [join(ROOT, "node_modules", "vitest", "vitest.mjs"), "run", ...reporters, ...project];
  const env = { ...projectEnvironment(node), FIGURES };
  const failed = await runInForeground(node, [...vitest, `--outputFile.json=${RESULTS}`, ...files], {
    env: { ...env, LONG: isLong ? "2" : "1", SEED: seed },
  });
  const ofTests = secondsSince(started);
  const beforeGuards = Date.now();
  const unmissed = isPart
    ? 0
    : await runInForeground(node, [...GUARDS, ...(isLong ? ["--long"] : [])], { env });

  console.log(
    `\n# Proof of ${new Date().toISOString().slice(0, 10)}, seed ${seed}${isLong ? ", --long" : ""}\n`,
  );
  for (const line of readLines(FIGURES).toSorted()) console.log(`- ${line}`);
  console.log("\nTime of each file, many at once:\n");
  for (const line of timesOfFiles()) console.log(line);
  const ofGuards = isPart ? "not run" : secondsSince(beforeGuards);
  console.log(`\nTests ${ofTests}, guards ${ofGuards}, all ${secondsSince(started)}.`);
  console.log(`${availableParallelism()} processors, load average ${loadBefore} before, ${busy()} after.`);
  console.log(failed || unmissed ? "Not proved: see the failures above." : "Proved: no failure.");
  return failed || unmissed;
});
