import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

/**
 * A test waits as often as it computes: two cores carry three. Each holds an embedded database or a portal and a
 * browser (up to 1 GB), so a big machine gets no more than four.
 */
const WORKERS = Math.min(4, Math.max(3, availableParallelism() - 1));

/** Read for real, where others are left out as empty: PDFs are set with them. */
const PRINTED_STYLES = { include: [/\/src\/blocks\//] };

/** What is waited for comes within milliseconds, unless the machine is busy with something else. */
const expect = { poll: { timeout: 15_000, interval: 20 } };

const api = {
  expect,
  include: ["tests/api/**/*.test.ts"],
  css: PRINTED_STYLES,
  setupFiles: ["tests/support/fail-on-console.ts"],
  testTimeout: 60_000,
  hookTimeout: 60_000,
  maxWorkers: WORKERS,
};

export default defineConfig({
  test: {
    allowOnly: false,
    reporters: ["default", "./tests/support/count-reporter.ts"],
    projects: [
      {
        test: {
          name: "unit",
          include: ["{src,scripts,bench}/**/*.test.{ts,tsx}", "tests/support/**/*.test.ts"],
          css: PRINTED_STYLES,
          setupFiles: ["tests/support/fail-on-console.ts"],
          expect,
          testTimeout: 20_000,
          hookTimeout: 30_000,
          maxWorkers: WORKERS,
        },
      },
      {
        test: {
          ...api,
          name: "api-embedded",
          globalSetup: ["tests/support/embedded-template.ts"],
        },
      },
      {
        test: {
          ...api,
          name: "api-server",
          globalSetup: ["tests/support/server-template.ts"],
        },
      },
      {
        test: {
          name: "e2e",
          include: ["tests/e2e/**/*.test.ts"],
          css: PRINTED_STYLES,
          globalSetup: ["tests/support/demo-data.ts"],
          expect,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          maxWorkers: WORKERS,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
