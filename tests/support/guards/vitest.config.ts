import { defineConfig } from "vitest/config";
import suite from "../../../vitest.config.ts";
import { compileGuards } from "./compile-guards.ts";

/** The unit tests and those of the API, with a switch around each guard. No test waits long for what never comes. */
const LIMITS = { testTimeout: 30_000, expect: { poll: { timeout: 5_000, interval: 20 } } };

const projects = (suite.test?.projects ?? []) as { test: { name: string; setupFiles?: string[] } }[];

export default defineConfig({
  test: {
    allowOnly: false,
    maxWorkers: 2,
    projects: projects
      .filter(({ test }) => test.name === "unit" || test.name === "api-server")
      .map(({ test }) => ({
        plugins: [compileGuards()],
        test: {
          ...test,
          ...LIMITS,
          maxWorkers: 2,
          setupFiles: [...(test.setupFiles ?? []), "tests/support/guards/note-guards.ts"],
        },
      })),
  },
});
