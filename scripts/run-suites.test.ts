import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

/** Runs .ci/run with an npm that only prints `daily` for `npm test` and `gate` for the other run. */
function runWith(daily: string, gate: string) {
  const folder = mkdtempSync(join(tmpdir(), "counterpart-suites-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const npm = `#!/bin/sh\necho "npm $*, seed $SEED"\nif [ "$1" = test ]; then ${daily}; else ${gate}; fi\n`;
  writeFileSync(join(folder, "npm"), npm, { mode: 0o755 });
  const PATH = [folder, process.env.PATH].join(delimiter);
  const { stdout, status } = spawnSync(".ci/run", { encoding: "utf8", env: { ...process.env, PATH } });
  return { lines: stdout.trim().split("\n"), status };
}

test("HOUSE-10 .ci/run runs both suites with one seed, and its last line is the sum of theirs", () => {
  const { lines, status } = runWith("echo 9 passed, 0 failed", "echo 30 passed, 0 failed");
  expect(lines).toEqual(
    expect.arrayContaining(["npm test, seed 1", "npm run prove -- --gate --seed 1, seed 1"]),
  );
  expect({ last: lines.at(-1), status }).toEqual({ last: "39 passed, 0 failed", status: 0 });
});

test.each([
  [
    "the first has a failure",
    "echo 9 passed, 2 failed; exit 1",
    "echo 30 passed, 0 failed",
    "39 passed, 2 failed",
  ],
  [
    "the second has a failure",
    "echo 9 passed, 0 failed",
    "echo 30 passed, 1 failed; exit 1",
    "39 passed, 1 failed",
  ],
  ["the first ends without a count", "exit 1", "echo 30 passed, 0 failed", "30 passed, 1 failed"],
  [
    "the second fails after its count",
    "echo 9 passed, 0 failed",
    "echo 3 passed, 0 failed; exit 1",
    "12 passed, 1 failed",
  ],
])("HOUSE-10 .ci/run fails if %s, and runs the other suite as well", (_case, daily, gate, last) => {
  const { lines, status } = runWith(daily, gate);
  expect({ last: lines.at(-1), status }).toEqual({ last, status: 1 });
});
