import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readEnv } from "../env/read-env.ts";
import { QuietFailure } from "../jobs/job.ts";
import { createLog } from "../log.ts";
import { StartError } from "../start-error.ts";
import { createBackupSteps } from "./create-backup-steps.ts";

const BACKUP = { path: "a.backup", scratch: "rehearsal.part" };

/** Steps in a process that notes that it runs, and does then as the source says. */
function startSteps(source: string) {
  const folder = mkdtempSync(join(tmpdir(), "counterpart-steps-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const program = join(folder, "step.mjs");
  const note = `import { writeFileSync } from "node:fs"; writeFileSync(${JSON.stringify(folder)} + "/ran-" + process.pid, "");`;
  writeFileSync(program, `${note}\n${source}`);
  const stop = new AbortController();
  const steps = createBackupSteps({
    env: readEnv({ DATA_DIR: folder }),
    log: createLog("silent"),
    stopping: stop.signal,
    program,
  });
  const pids = () =>
    readdirSync(folder).flatMap((name) => (name.startsWith("ran-") ? [Number(name.slice(4))] : []));
  const hasBegun = () => expect.poll(pids).toHaveLength(1);
  return { steps, stop, pids, hasBegun };
}

/** Ends with the portal, as the real one does. */
const WAIT = `process.on("message", () => undefined); process.on("disconnect", () => process.exit(1));`;

test("RUN-3 a portal that stops ends the step of a backup, which is no failure, and begins no other", async () => {
  const { steps, stop, pids, hasBegun } = startSteps(WAIT);
  const outcome = steps.rehearse(BACKUP).catch((error: unknown) => error);
  await hasBegun();
  stop.abort();
  steps.close();
  expect(await outcome).toBeInstanceOf(QuietFailure);
  await expect(steps.rehearse(BACKUP)).rejects.toBeInstanceOf(QuietFailure);
  expect(pids()).toHaveLength(1);
});

test("RUN-3 a step that is killed while the portal stops is repeated, and otherwise a fault for the owner", async () => {
  for (const isStopping of [true, false]) {
    const { steps, stop, pids, hasBegun } = startSteps(WAIT);
    const outcome = steps.rehearse(BACKUP).catch((error: unknown) => error);
    await hasBegun();
    if (isStopping) stop.abort();
    process.kill(pids()[0] ?? 0, "SIGKILL");
    const error = await outcome;
    expect(error).toBeInstanceOf(isStopping ? QuietFailure : StartError);
    if (!isStopping) expect((error as Error).message).toContain("was ended (SIGKILL)");
  }
});

test("RUN-3 a step whose outcome arrives while the portal stops is done", async () => {
  const { steps, stop } = startSteps(
    `process.once("message", () => process.send({ fault: null }, () => process.exit()));`,
  );
  stop.abort();
  await expect(steps.rehearse(BACKUP)).resolves.toBeUndefined();
});
