import { execFile, spawn } from "node:child_process";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { printDraft } from "#contract/admin/drafts.ts";
import { freePort } from "#tests/support/free-port.ts";
import { createPersonClient } from "#tests/support/person-client.ts";
import { environmentOf, ROOT } from "#tests/support/portal.ts";

const run = promisify(execFile);
const MAX_MEGABYTES = 600;
const ANONYMOUS = 65534;
/** A draft of the demo. */
const DRAFT = "doc-1044";

test("RUN-1 a production install has at most 600 MB, and serves, prints and backs up by itself", async () => {
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
  const variables = { DATA_DIR: join(folder, "data"), PORT: new URL(url).port, PUBLIC_URL: url };
  const env = { ...environmentOf(), ...variables };
  // The portal's user, who is not the one that installed it.
  const identity = process.getuid?.() === 0 ? { uid: ANONYMOUS, gid: ANONYMOUS } : {};
  const portal = spawn(program, { cwd: "/", env, stdio: "ignore", ...identity });
  const ended = new Promise<number | null>((resolve) => portal.once("exit", resolve));
  onTestFinished(() => void portal.kill("SIGKILL"));
  await expect
    .poll(
      () =>
        fetch(`${url}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        ),
      { timeout: 180_000 },
    )
    .toBe(true);

  const { pdf } = await createPersonClient(url, "editor@demo.test").request(printDraft, {
    params: { id: DRAFT },
  });
  expect(Buffer.from(pdf, "base64").subarray(0, 5).toString()).toBe("%PDF-");
  const backup = await run(program, ["backup", join(folder, "copy.backup")], { env, ...identity });
  expect(backup.stdout).toMatch(/copy\.backup/);
  portal.kill("SIGTERM");
  expect(await ended).toBe(0);
});
