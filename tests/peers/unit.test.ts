import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { ROOT } from "#tests/support/portal.ts";
import { peerFolder } from "#tests/support/run-peer.ts";

const NAME = "counterpart@.service";

test("RUN-1 systemd accepts the shipped unit and says nothing of it", async () => {
  const unit = join(await peerFolder(), NAME);
  // systemd asks whether the program of the production install is there.
  const shipped = await readFile(join(ROOT, "deploy", NAME), "utf8");
  await writeFile(unit, shipped.replaceAll("/opt/counterpart/bin/counterpart", process.execPath));
  const { stdout, stderr } = await promisify(execFile)("systemd-analyze", ["verify", unit]);
  expect(stdout + stderr).toBe("");
});
