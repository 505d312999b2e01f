import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * A test waits as much as it computes, so two cores carry five workers. Each holds an embedded database, or a portal
 * and a browser (up to 1 GB), so a large machine gets at most six.
 */
const WORKERS = Math.min(6, Math.max(5, availableParallelism() - 1));

/**
 * Files share their worker's modules, which saves a tenth of the time. Our modules keep no state, and a file stops
 * what it starts.
 */
const isolate = false;

/** Tests of PDFs need these styles; all other styles are empty in tests. */
const PRINTED_STYLES = { include: [/\/src\/blocks\//] };

/** Awaited events come within milliseconds. The limits are far above, so that a busy machine fails no test. */
const expect = { poll: { timeout: 60_000, interval: 20 } };
const limits = { testTimeout: 240_000, hookTimeout: 240_000 };

const api = {
  expect,
  isolate,
  css: PRINTED_STYLES,
  setupFiles: ["tests/support/fail-on-console.ts"],
  ...limits,
  maxWorkers: WORKERS,
};

/**
 * Files that take long for their size, by which Vitest orders them in a fresh clone. Begun last, each would leave a core
 * idle at the end of the run.
 */
const LONG = [
  "api/fuzz",
  "api/list-large",
  "api/mixed-load",
  "api/rate-limit",
  "database/killed-worker",
  "e2e/first-paint",
  "e2e/lost-connection",
  "e2e/passkeys",
  "e2e/second-factor",
  "e2e/processes",
  "guards/find-guards",
  "scripts/prepare",
  "images/remake-image",
  "pricing/price-work-orders",
  "bundle/verify-bundle",
  "pdf/chromium-renderer",
].map((name) => `/${name}.test.ts`);

/** Begins the long files of each project first, and the others in Vitest's order. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project))];
    return projects.flatMap((one) => {
      const own = sorted.filter(({ project }) => project === one);
      const isLong = ({ moduleId }: TestSpecification) => LONG.some((end) => moduleId.endsWith(end));
      return [...own.filter(isLong), ...own.filter((file) => !isLong(file))];
    });
  }
}

export default defineConfig({
  test: {
    allowOnly: false,
    sequence: { sequencer: LongestFirst },
    reporters: ["default", "./tests/support/count-reporter.ts"],
    projects: [
      {
        test: {
          name: "unit",
          isolate,
          include: ["{src,scripts,bench}/**/*.test.{ts,tsx}", "tests/support/**/*.test.ts"],
          css: PRINTED_STYLES,
          setupFiles: ["tests/support/fail-on-console.ts"],
          expect,
          ...limits,
          maxWorkers: WORKERS,
        },
      },
      {
        test: {
          ...api,
          name: "api-embedded",
          // Like BRIEF_RUN (tests/support/portal.ts): the embedded database is not worth optimising here.
          execArgv: ["--liftoff-only"],
          include: ["tests/{database,embedded}/*.test.ts"],
          globalSetup: ["tests/support/embedded-template.ts"],
        },
      },
      {
        test: {
          ...api,
          name: "api-server",
          include: ["tests/{api,database}/**/*.test.ts"],
          globalSetup: ["tests/support/server-template.ts"],
        },
      },
      {
        test: {
          name: "e2e",
          isolate,
          include: ["tests/e2e/**/*.test.ts"],
          css: PRINTED_STYLES,
          globalSetup: ["tests/support/demo-data.ts"],
          expect,
          ...limits,
          maxWorkers: WORKERS,
        },
      },
    ],
  },
});
