import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { ROOT } from "#tests/support/portal.ts";

test("RUN-3 Prometheus accepts the shipped alerts", async () => {
  const rules = join(ROOT, "deploy", "alerts.yaml");
  const { stdout } = await promisify(execFile)("promtool", ["check", "rules", rules]);
  expect(stdout).toMatch(/SUCCESS: \d+ rules found/);
});
