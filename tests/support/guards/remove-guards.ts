// Part of `npm run prove`: takes away one guard at a time and expects that a test turns red. Each guard is tried in the
// test that an earlier search found (.tmp/guards.md). Without that list, or with --long, it searches all related tests
// and writes the list. `--in documents` searches only test files whose names contain a word, `--of evaluateApproval`
// tries only guards whose names contain a word; neither writes.
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createVitest, type TestSpecification } from "vitest/node";
import { allGuards } from "./compile-guards.ts";
import type { Guard } from "./find-guards.ts";
import type { Removal } from "./gates-of-calls.ts";
import { GUARD_LIST, readKnown, writeList } from "./guard-list.ts";
import { UNSEEN } from "./unseen-guards.ts";

type Gates = typeof import("./gates-of-calls.ts");

/** Slow tests of machinery, and tests of separate programs, in which no guard can be removed. */
const NOT_RELATED =
  /killed|backup|repeated-keys|approval-orders|interleavings|migrate|installation|full-disk|stop|power|one-database|support\/guards/;
const MAX_TRIES = 12;

const wordsAfter = (option: string) => {
  const from = process.argv.indexOf(option);
  return from < 0 ? null : process.argv.slice(from + 1).filter((word) => !word.startsWith("--"));
};
const isLong = process.argv.includes("--long");
const searchedFiles = wordsAfter("--in");
const wanted = wordsAfter("--of");
const known = readKnown();
const searched = searchedFiles ?? (isLong || known.size === 0 ? [""] : null);

// Modules of the server are also loaded here, with every guard.
const standing = (_guard: string, value: unknown) => value;
Object.assign(globalThis, { compiledGuards: { refuse: standing, limit: standing, gate: standing } });

const started = Date.now();
const folder = mkdtempSync(join(tmpdir(), "counterpart-guards-"));
const config = "tests/support/guards/vitest.config.ts";
const vitest = await createVitest("test", { config, watch: false, reporters: [{}], silent: true });
const specifications = await vitest.globTestSpecifications();
const gates = await vitest.getRootProject().import<Gates>("/tests/support/guards/gates-of-calls.ts");
const removals = await findRemovals();
const red = new Map<string, string>();
await tryAll();
await forgetOthers();
await vitest.close();
rmSync(folder, { recursive: true });
report();

async function findRemovals(): Promise<Removal[]> {
  const acted = searched ? await noteActing(searched) : new Map<string, string[]>();
  const inSource = allGuards()
    .filter(({ name }) => name !== gates.DOOR)
    .map(({ name, kind }) => {
      const test = known.get(name);
      const related = searched ? byRelation(name, acted).slice(0, MAX_TRIES) : [];
      return {
        guard: name,
        kind,
        taken: name,
        tests: test && !searchedFiles ? [test, ...related] : related,
      };
    });
  const all = searchedFiles ? inSource.filter(({ tests }) => tests.length > 0) : inSource;
  const isAsked = ({ guard }: Removal) => wanted === null || wanted.some((word) => guard.includes(word));
  return [...(searchedFiles ? [] : gates.gatesOfCalls()), ...all].filter(isAsked);
}

/** Runs the tests once, and returns for each guard the tests that pass in which it acts. */
async function noteActing(words: readonly string[]): Promise<Map<string, string[]>> {
  const related = specifications.filter(
    ({ moduleId }) => !NOT_RELATED.test(moduleId) && words.some((word) => moduleId.includes(word)),
  );
  const notes = join(folder, "notes.jsonl");
  writeFileSync(notes, "");
  const passed = await run(related, { notes }, "passed");
  console.log(`${passed.size} tests pass without the second wall (${secondsSince()} s).`);
  const acted = new Map<string, string[]>();
  for (const line of readFileSync(notes, "utf8").trim().split("\n")) {
    const { guard, tests } = JSON.parse(line) as { guard: string; tests: string[] };
    acted.set(guard, [...(acted.get(guard) ?? []), ...tests.filter((test) => passed.has(test))]);
  }
  return acted;
}

/** The tests of a guard; first unit tests, those named alike, those about others, and those in which few guards act. */
function byRelation(guard: string, acted: ReadonlyMap<string, string[]>): string[] {
  const guardsOf = new Map<string, number>();
  for (const tests of acted.values())
    for (const test of tests) guardsOf.set(test, (guardsOf.get(test) ?? 0) + 1);
  const named = guard.split(" ")[0]?.split(/[/.-]/).slice(1, -1) ?? [];
  const distance = (test: string) => {
    const [file = ""] = test.split(" > ");
    const alike = named.filter((word) => file.includes(word)).length;
    const isOfOthers = /foreign|another|other|own|removed/.test(test) ? 1 : 0;
    return (guardsOf.get(test) ?? 0) / 20 - alike - isOfOthers - (file.startsWith("src/") ? 5 : 0);
  };
  return (acted.get(guard) ?? []).toSorted((a, b) => distance(a) - distance(b));
}

/** In each round every test tries one guard, so a round removes as many guards as there are tests. */
async function tryAll(): Promise<void> {
  const untried = new Map(removals.map(({ guard, tests }) => [guard, tests]));
  for (;;) {
    const byTest: Record<string, string> = {};
    const tried = new Map<string, string>();
    for (const { guard, taken } of removals) {
      const tests = red.has(guard) ? [] : (untried.get(guard) ?? []);
      const test = tests.find((one) => byTest[one] === undefined);
      if (test === undefined) continue;
      untried.set(
        guard,
        tests.filter((one) => one !== test),
      );
      byTest[test] = taken;
      tried.set(test, guard);
    }
    if (tried.size === 0) return;
    for (const test of await run(specificationsOf(tried.keys()), { byTest }, "failed")) {
      const guard = tried.get(test);
      if (guard) red.set(guard, test);
    }
    console.log(`${tried.size} taken away, ${red.size} of ${removals.length} missed (${secondsSince()} s).`);
  }
}

/** Skips tests that fail although nothing is removed, because they depend on another test. */
async function forgetOthers(): Promise<void> {
  const byTest = Object.fromEntries([...red.values()].map((test) => [test, "nothing"]));
  const failed = await run(specificationsOf(red.values()), { byTest }, "failed");
  for (const [guard, test] of red) if (failed.has(test)) red.delete(guard);
  for (const test of failed) console.log(`Red by itself: ${test}`);
  console.log(`The same tests with nothing taken away: ${failed.size} red (${secondsSince()} s).`);
  const ofCalls = ({ name }: Guard) => name === gates.DOOR;
  if (searched && !searchedFiles && !wanted) {
    writeList(
      new Map([...known, ...foundTests()]),
      allGuards().filter((guard) => !ofCalls(guard)),
    );
    console.log(`The test of each guard is in ${GUARD_LIST}.`);
  }
}

function specificationsOf(tests: Iterable<string>): TestSpecification[] {
  const files = new Set([...tests].map((test) => test.split(" > ")[0]));
  return specifications.filter(({ moduleId }) => [...files].some((file) => moduleId.endsWith(`/${file}`)));
}

/** The tests of guards in the source. A column of the access table is the test of a call's own gate. */
function foundTests(): [string, string][] {
  const inSource = new Set(allGuards().map(({ name }) => name));
  return [...red].filter(([guard]) => inSource.has(guard));
}

/** Runs test files and returns the tests with this outcome. */
async function run(
  files: TestSpecification[],
  compiledGuards: { byTest: Record<string, string> } | { notes: string },
  outcome: "passed" | "failed",
): Promise<Set<string>> {
  for (const project of vitest.projects) project.provide("compiledGuards", compiledGuards);
  const { testModules } = await vitest.runTestSpecifications(files);
  const tests = testModules.flatMap((module) =>
    [...module.children.allTests(outcome)].map((test) => `${module.relativeModuleId} > ${test.fullName}`),
  );
  return new Set(tests);
}

function secondsSince(): number {
  return Math.round((Date.now() - started) / 1000);
}

/** Prints a figure and saves it for the summary of `npm run prove`. */
function onProgress(figure: string): void {
  console.log(figure);
  if (process.env.FIGURES) appendFileSync(process.env.FIGURES, `${figure}\n`);
}

function report(): void {
  for (const kind of ["gate", "step", "condition"]) {
    const all = removals.filter((removal) => removal.kind === kind);
    const missed = all.filter(({ guard }) => red.has(guard));
    onProgress(`TRUST-4: ${kind}: ${all.length} guards, ${missed.length} missed by a test when taken away`);
  }
  const survivors = removals.filter(({ guard }) => !red.has(guard));
  for (const { guard } of survivors) console.log(`No test misses ${guard}`);
  // A guard that an earlier search found no test for is printed, and fails only the search.
  const isFailure = ({ guard, kind }: Removal) =>
    !UNSEEN[guard] && (searched !== null || kind === "gate" || known.has(guard));
  process.exitCode = survivors.some(isFailure) ? 1 : 0;
}
