import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

/**
 * SUITE chooses files by name: `daily` (`npm test`) has neither `*.gate.test.ts` nor the embedded database, and `gate`
 * (`npm run prove -- --gate`) has only these. Without SUITE, all files of both run. `peers` (`npm run prove -- --peers`) has
 * only the tests with other programs, which no other run needs.
 */
const SUITE = process.env.SUITE;
const EXCLUDED: Record<string, string[]> = { daily: ["**/*.gate.test.*"], gate: ["**/!(*.gate).test.*"] };

/** What all projects share. */
const common = {
  /**
   * Files share their worker's modules, which saves a tenth of the time. Our modules keep no state, and a file stops
   * what it starts.
   */
  isolate: false,
  /** Tests of PDFs need these styles; all other styles are empty in tests. */
  css: { include: [/\/src\/blocks\//] },
  /** Awaited events come within milliseconds. The limits are far above, so that a busy machine fails no test. */
  expect: { poll: { timeout: 60_000, interval: 20 } },
  testTimeout: 900_000,
  hookTimeout: 900_000,
  /**
   * A test waits as much as it computes, so two cores carry five workers. Each holds an embedded database, or a portal
   * and a browser (up to 1 GB), so a large machine gets at most six.
   */
  maxWorkers: Math.min(6, Math.max(5, availableParallelism() - 1)),
  exclude: EXCLUDED[SUITE ?? ""] ?? [],
};

const setupFiles = ["tests/support/fail-on-console.ts", "tests/support/seed-fast-check.ts"];

const embedded = {
  ...common,
  name: "api-embedded",
  // Like BRIEF_RUN (tests/support/portal.ts): the embedded database is not worth optimising here.
  execArgv: ["--liftoff-only"],
  include: ["tests/{database,embedded}/*.test.ts"],
  exclude: [],
  setupFiles,
  globalSetup: ["tests/support/embedded-template.ts"],
};

const peers = { ...common, name: "peers", include: ["tests/peers/*.test.ts"], maxWorkers: 1 };

export default defineConfig({
  test: {
    allowOnly: false,
    reporters: ["default", "./tests/support/count-reporter.ts"],
    projects:
      SUITE === "peers"
        ? [{ test: peers }]
        : [
            {
              test: {
                ...common,
                name: "unit",
                include: ["{src,scripts,bench}/**/*.test.{ts,tsx}", "tests/support/**/*.test.ts"],
                setupFiles,
              },
            },
            ...(SUITE === "daily" ? [] : [{ test: embedded }]),
            {
              test: {
                ...common,
                name: "api-server",
                include: ["tests/{api,database}/**/*.test.ts"],
                setupFiles,
                globalSetup: ["tests/support/server-template.ts"],
              },
            },
            {
              test: {
                ...common,
                name: "e2e",
                include: ["tests/e2e/**/*.test.ts"],
                globalSetup: ["tests/support/demo-data.ts"],
              },
            },
          ],
  },
});
