import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Reporter, TestModule } from "vitest/node";

/** Writes the numbers of passed and failed tests to the file that `scripts/run-tests.mjs` names in COUNTS_FILE. */
export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const path = process.env.COUNTS_FILE;
    if (!path) return;
    const tests = modules.flatMap((module) =>
      [...module.children.allTests()].map((test) => test.result().state),
    );
    // A file or describe block that fails outside its tests (loading, hooks) counts as one failure.
    const broken = modules.flatMap((module) => [module, ...module.children.allSuites()]);
    const counts = {
      passed: tests.filter((state) => state === "passed").length,
      failed:
        tests.filter((state) => state === "failed").length +
        broken.filter((one) => one.errors().length > 0).length +
        unhandledErrors.length,
      skipped: tests.filter((state) => state === "skipped").length,
    };
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, JSON.stringify(counts));
  }
}
