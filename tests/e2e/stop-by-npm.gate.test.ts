import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { isProcessAlive } from "#server/is-process-alive.ts";
import { freePort } from "#tests/support/free-port.ts";
import { environmentOf, ROOT, startPortal } from "#tests/support/portal.ts";
import { killGroup, processTree } from "#tests/support/process-tree.ts";

test("FIELD-5 SIGTERM to npm start leaves no process, and port and data directory can be used again", async () => {
  const DATA_DIR = await mkdtemp(join(tmpdir(), "counterpart-npm-"));
  const port = await freePort();
  const npm = spawn("npm", ["start"], {
    cwd: ROOT,
    env: { ...environmentOf(), DATA_DIR, PORT: String(port), DEMO: "0" },
    detached: true,
    stdio: "ignore",
  });
  const pid = npm.pid ?? 0;
  onTestFinished(async () => {
    killGroup(pid);
    await rm(DATA_DIR, { recursive: true, force: true, maxRetries: 5 });
  });
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await expect.poll(isReady, { timeout: 180_000 }).toBe(true);
  const tree = processTree(pid);
  const ended = new Promise((resolve) => npm.once("exit", resolve));
  npm.kill("SIGTERM");
  await ended;
  expect(tree.filter(isProcessAlive)).toEqual([]);

  const server = createServer();
  await new Promise<void>((resolve, reject) =>
    server.once("error", reject).listen(port, "127.0.0.1", resolve),
  );
  await new Promise((resolve) => server.close(resolve));
  const again = await startPortal({ DATA_DIR, DEMO: "0" });
  await again.remove();
});
