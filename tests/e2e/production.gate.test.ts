import { execFile, spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { chmod, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { v7 } from "uuid";
import { expect, onTestFinished, test } from "vitest";
import { getBackups, requestBackup } from "#contract/admin/backups.ts";
import { printDraft } from "#contract/admin/drafts.ts";
import { freePort } from "#tests/support/free-port.ts";
import { createPersonClient } from "#tests/support/person-client.ts";
import { environmentOf, ROOT } from "#tests/support/portal.ts";

const run = promisify(execFile);
const MAX_MEGABYTES = 600;
const ANONYMOUS = 65534;
/** A draft of the demo. */
const DRAFT = "doc-1044";

test("RUN-1 a production install has at most 600 MB, and serves, prints and backs up by itself, also beside a stop", async () => {
  const folder = await mkdtemp(join(tmpdir(), "counterpart-production-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  await chmod(folder, 0o777);
  const installed = join(folder, "counterpart");
  const make = () => run(process.execPath, [join(ROOT, "scripts", "make-production.ts"), installed]);
  const { stdout } = await make();
  const [whole = 0, ...parts] = [...stdout.matchAll(/^ *([\d.]+) MB/gm)].map(([, size]) => Number(size));
  expect(whole).toBeLessThanOrEqual(MAX_MEGABYTES);
  expect(parts.reduce((sum, size) => sum + size, 0)).toBeCloseTo(whole, 0);
  await expect(make()).rejects.toThrow(/exists\. Nothing was changed/);

  const program = join(installed, "bin", "counterpart");
  const url = `http://127.0.0.1:${await freePort()}`;
  const [dataDir, backups] = [join(folder, "data"), join(folder, "backups")];
  await mkdir(backups);
  await chmod(backups, 0o777);
  const key = (await run(program, ["backup-key"], { env: environmentOf() })).stdout.trim();
  const variables = { DATA_DIR: dataDir, PORT: new URL(url).port, PUBLIC_URL: url, DRAIN_SECONDS: "2" };
  const env = { ...environmentOf(), ...variables, BACKUP_FOLDER: backups, BACKUP_KEY: key };
  // The portal's user, who is not the one that installed it.
  const identity = process.getuid?.() === 0 ? { uid: ANONYMOUS, gid: ANONYMOUS } : {};
  /** Starts the portal in a group of its own processes, as a terminal and systemd do. */
  async function start() {
    const portal = spawn(program, { cwd: "/", env, stdio: "ignore", detached: true, ...identity });
    const ended = new Promise<number | null>((resolve) => portal.once("exit", resolve));
    onTestFinished(() => void portal.kill("SIGKILL"));
    const isReady = () =>
      fetch(`${url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
    await expect.poll(isReady, { timeout: 180_000 }).toBe(true);
    return { ended, signalGroup: () => process.kill(-(portal.pid ?? 0), "SIGTERM") };
  }
  const first = await start();

  const { pdf } = await createPersonClient(url, "editor@demo.test").request(printDraft, {
    params: { id: DRAFT },
  });
  expect(Buffer.from(pdf, "base64").subarray(0, 5).toString()).toBe("%PDF-");
  const backup = await run(program, ["backup", join(folder, "copy.backup")], { env, ...identity });
  expect(backup.stdout).toMatch(/copy\.backup/);
  // Its program is named as this installation has it: an administrator of it has no npm.
  expect((await run(program, ["help"], { env })).stdout).toMatch(
    /^Usage: counterpart <command>\n\n {2}load /,
  );

  // A process of its own makes the scheduled backup and restores it, and outlives no stop.
  const owner = createPersonClient(url, "staff@demo.test");
  const readState = async () => (await owner.request(getBackups, {})).backups;
  const isRehearsed = async () => {
    const state = await readState();
    return Boolean(state?.newest?.rehearsedAt) && !state?.isRunning;
  };
  await expect.poll(isRehearsed, { timeout: 180_000, interval: 500 }).toBe(true);
  expect(await readState()).toMatchObject({ count: 1, failure: null, newest: { rehearsalFault: null } });
  expect(await (await fetch(`${url}/readyz`)).json()).toMatchObject({ checks: { backup: "ok" } });
  const rehearsals = () => readdirSync(dataDir).filter((name) => name.startsWith("rehearsal-"));
  expect(rehearsals()).toEqual([]);
  await owner.request(requestBackup, { body: { backupRunId: v7() } });
  await expect.poll(rehearsals, { timeout: 180_000 }).toHaveLength(1);
  first.signalGroup();
  expect(await first.ended).toBe(0);
  await expect.poll(rehearsals).toEqual([]);

  // The next start repeats what the stop has ended.
  const second = await start();
  await expect.poll(isRehearsed, { timeout: 180_000, interval: 500 }).toBe(true);
  expect(await readState()).toMatchObject({ count: 2, failure: null, newest: { rehearsalFault: null } });
  second.signalGroup();
  expect(await second.ended).toBe(0);
});
