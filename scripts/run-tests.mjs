// Runs Vitest for `npm test` and `npm run prove -- --gate`, and counts its tests.
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { projectEnvironment, ROOT, runInForeground, SCRATCH } from "./run.mjs";

/** Runs the test files whose names contain one of the words; without words, all of the suite that `env` names. */
export async function runTests(node, words, env) {
  mkdirSync(SCRATCH, { recursive: true });
  const countsFile = join(SCRATCH, `counts-${process.pid}.json`);
  const args = [join(ROOT, "node_modules", "vitest", "vitest.mjs"), "run", ...words];
  const code = await runInForeground(node, args, {
    env: { ...projectEnvironment(node), ...env, COUNTS_FILE: countsFile },
    stdio: ["ignore", "inherit", "inherit"],
  });
  const { passed, failed } = readCounts(countsFile);
  // A run that fails without naming a failed test still counts as a failure.
  return { passed, failed: failed || (code === 0 ? 0 : 1) };
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
