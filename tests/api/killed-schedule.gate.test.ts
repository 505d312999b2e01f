import { readdirSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeBackupKey } from "#server/backup/encrypt-backup.ts";
import { scheduleBackup } from "#server/backup/schedule-backup.job.ts";
import { verifyBackup } from "#server/backup/verify-backup.ts";
import { backupRuns } from "#server/schema/backups.ts";
import { buildProgram, makeProgramFolder, runUntilKilled } from "#tests/support/killed-program.ts";
import { createTestApp, type TestApp } from "#tests/support/make-app.ts";
import { casesFor } from "#tests/support/suite-cases.ts";

let folder: string;
let program: string;
beforeAll(async () => {
  folder = await makeProgramFolder();
  program = await buildProgram("killed-schedule", folder);
});
afterAll(() => rm(folder, { recursive: true }));

/** Stops a portal without backups; the next one schedules them at once, and not in some minutes. */
async function stopBeforeSchedule(app: TestApp): Promise<void> {
  await app.deps.queue.stop();
  await app.db.transaction((tx) => app.deps.queue.enqueue(tx, scheduleBackup, {}));
  await app.stop();
}

test.each(casesFor(["written by half"], ["written by half", "written", "rehearsed"]))(
  "RUN-3 a scheduled backup whose process is killed when it is %s is made once, by two processes at once",
  async (killAt) => {
    const backups = await mkdtemp(join(tmpdir(), "counterpart-killed-"));
    const BACKUP_KEY = await makeBackupKey();
    const first = await createTestApp();
    await stopBeforeSchedule(first);
    const variables = { ...first.variables, BACKUP_FOLDER: backups, BACKUP_KEY };
    await runUntilKilled(program, variables, killAt);

    const [one, other] = [await createTestApp(variables), await createTestApp(variables)];
    const runs = () => one.db.select().from(backupRuns);
    await expect
      .poll(async () => (await runs()).map(({ endedAt }) => endedAt !== null), { timeout: 600_000 })
      .toEqual([true]);
    expect(await runs()).toMatchObject([
      { fault: null, rehearsalFault: null, rehearsedAt: expect.any(Date) },
    ]);
    // The queue of a busy machine may give the job to both processes. The later one removes its own folder when it ends.
    const unfinished = () =>
      [...readdirSync(backups), ...readdirSync(one.deps.env.dataDir)].filter((name) =>
        /^(?:rehearsal-.*|.*\.age\..*)\.part$/.test(name),
      );
    await expect.poll(unfinished, { timeout: 600_000 }).toEqual([]);
    const files = readdirSync(backups);
    expect(files).toEqual([expect.stringMatching(/\.backup\.age$/)]);
    const path = join(backups, files[0] ?? "");
    expect(await verifyBackup(path, () => undefined, BACKUP_KEY)).toMatchObject({ isGood: true });
    await other.stop();
    await one.stop();
    await first.close();
    await rm(backups, { recursive: true });
  },
);

test("RUN-3 a rehearsal names evidence that differs from its records", async () => {
  const backups = await mkdtemp(join(tmpdir(), "counterpart-rehearsed-"));
  const app = await createTestApp();
  await app.alterTables(
    `insert into evidence_heads (chain, position, head) values ('00000000-0000-7000-8000-000000000001', 3, '${"0".repeat(64)}')`,
  );
  await stopBeforeSchedule(app);
  const variables = { ...app.variables, BACKUP_FOLDER: backups, BACKUP_KEY: await makeBackupKey() };
  const again = await createTestApp(variables);
  again.log.allowErrors(/The rehearsal of a backup failed/);
  const faults = async () => (await again.db.select().from(backupRuns)).map((run) => run.rehearsalFault);
  await expect.poll(faults, { timeout: 600_000 }).toEqual([expect.stringMatching(/^Not intact: /)]);
  await again.stop();
  await app.close();
  await rm(backups, { recursive: true });
});
