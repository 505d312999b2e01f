import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Decrypter } from "age-encryption";
import { eq, isNull } from "drizzle-orm";
import { v7 } from "uuid";
import { afterAll, expect, test } from "vitest";
import { getBackups, requestBackup } from "#contract/admin/backups.ts";
import { measureBackups } from "#server/backup/describe-backups.ts";
import { makeBackupKey } from "#server/backup/encrypt-backup.ts";
import { makeBackup } from "#server/backup/make-backup.job.ts";
import { scheduleBackup } from "#server/backup/schedule-backup.job.ts";
import { verifyBackup } from "#server/backup/verify-backup.ts";
import type { Deps } from "#server/deps.ts";
import { withScope } from "#server/rls/scoped-db.ts";
import { backupRuns } from "#server/schema/backups.ts";
import { StartError } from "#server/start-error.ts";
import { makeAdmin, makeOrganization, makePerson } from "#tests/support/factories.ts";
import { startTestApp } from "#tests/support/make-app.ts";
import { asIntruder } from "#tests/support/past-triggers.ts";

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

const folder = await mkdtemp(join(tmpdir(), "counterpart-backups-"));
afterAll(() => rm(folder, { recursive: true, force: true }));
const BACKUP_KEY = await makeBackupKey();
const app = await startTestApp({ BACKUP_FOLDER: folder, BACKUP_KEY, BACKUP_COUNT: "2" });
const owner = await makeAdmin(app.db, "owner");
const began = Date.now();
const { rehearse } = app.deps.backupSteps;
// Fills a database, which takes long: killed-schedule.gate.test.ts rehearses.
app.deps.backupSteps.rehearse = async () => undefined;

async function state() {
  const { backups } = await app.request(getBackups, { as: owner });
  if (!backups) throw new Error("Backups are not set up.");
  return backups;
}

/** The figures of /metrics, by their names. */
async function figuresAt(laterMs: number, parts: Partial<Deps> = {}) {
  const gauges = await measureBackups(withScope(workerAt(laterMs, parts), { role: "portal" }));
  return Object.fromEntries(
    gauges.map(({ name, samples }) => [name.replace("counterpart_backup_", ""), samples[0]?.[1]]),
  );
}

const files = () => readdirSync(folder).toSorted();

/** The worker, so many milliseconds later. */
function workerAt(laterMs: number, parts: Partial<Deps> = {}): Deps {
  return withScope({ ...app.deps, clock: () => new Date(began + laterMs), ...parts }, { role: "worker" });
}

/** Runs the schedule and the backup that it begins. */
async function runSchedule(laterMs: number, backupSteps: Deps["backupSteps"] = app.deps.backupSteps) {
  const worker = workerAt(laterMs, { backupSteps });
  await scheduleBackup.run(worker, {});
  const runs = await app.db.select().from(backupRuns).where(isNull(backupRuns.endedAt));
  for (const { backupRunId } of runs) await makeBackup.run(worker, { backupRunId });
  return runs.length;
}

/** An owner starts a backup, and its job runs. */
async function runRequested(laterMs: number, backupSteps: Deps["backupSteps"] = app.deps.backupSteps) {
  const body = { backupRunId: v7() };
  await app.request(requestBackup, { as: owner, body });
  const isIt = eq(backupRuns.backupRunId, body.backupRunId);
  await app.db
    .update(backupRuns)
    .set({ startedAt: new Date(began + laterMs) })
    .where(isIt);
  const [job] = await asIntruder<{ data: unknown }>(
    app,
    "select data from pgboss.job where data ->> 'backupRunId' = $1",
    [body.backupRunId],
  );
  await makeBackup.run(workerAt(laterMs, { backupSteps }), makeBackup.payload.parse(job?.data));
}

test("RUN-3 a portal with a folder soon has a backup that a standard program opens", async () => {
  await expect.poll(async () => (await state()).newest?.rehearsedAt, { timeout: 60_000 }).toBeTruthy();
  // From here on this file runs the jobs, at its own times.
  await app.deps.queue.stop();
  const { newest, failure, count, isRunning } = await state();
  expect(failure).toBeNull();
  expect([count, isRunning]).toEqual([1, false]);
  expect(newest).toMatchObject({ rehearsalFault: null, rehearsedAt: expect.any(String) });
  expect(files()).toEqual([newest?.fileName]);
  expect(newest?.fileName).toMatch(/^counterpart-[0-9a-f]{8}-\d{4}-\d\d-\d\dT\d{6}\.backup\.age$/);
  const path = join(folder, newest?.fileName ?? "");
  expect(statSync(path)).toMatchObject({ mode: 0o100600, size: newest?.byteLength });
  expect(readdirSync(app.deps.env.dataDir).filter((name) => name.endsWith(".part"))).toEqual([]);

  const decrypter = new Decrypter();
  decrypter.addIdentity(BACKUP_KEY);
  const archive = Buffer.from(await decrypter.decrypt(readFileSync(path)));
  expect(archive.toString("latin1", 0, 9)).toBe("head.json");
  expect(await verifyBackup(path, () => undefined, BACKUP_KEY)).toMatchObject({ isGood: true });
  await expect(verifyBackup(path, () => undefined)).rejects.toThrow(
    "This backup is encrypted. Set BACKUP_KEY",
  );
});

test("RUN-3 only owners see the backups and start one, which does not repeat", async () => {
  const organization = await makeOrganization(app.db);
  const client = await makePerson(app.db, { organization });
  const body = { backupRunId: v7() };
  for (const as of [await makeAdmin(app.db, "editor"), client]) {
    expect(await app.refusal(getBackups, { as })).toMatchObject({ status: 403 });
    expect(await app.refusal(requestBackup, { as, body })).toMatchObject({ status: 403 });
  }
  for (let again = 0; again < 2; again += 1) {
    const { backups } = await app.request(requestBackup, { as: owner, body: { backupRunId: v7() } });
    expect(backups?.isRunning).toBe(true);
  }
  expect(await runSchedule(1000)).toBe(1);
  expect(await state()).toMatchObject({ isRunning: false, count: 2 });
});

test("RUN-3 one backup is made a day, and the oldest go, but never other files or those of other portals and copies", async () => {
  const mark = /^counterpart-([0-9a-f]{8})-/.exec(files()[0] ?? "")?.[1];
  const ofCopy = `counterpart-${mark}-2020-01-01T020000.backup.age`;
  const others = [
    ofCopy,
    `${ofCopy}.1.0123abcd.part`,
    "counterpart-00000000-2020-01-01T020000.backup.age",
    "counterpart-2020.backup",
    "notes.txt",
  ];
  const oldPart = `${ofCopy}.1.4567abcd.part`;
  const partOfOther = "counterpart-00000000-2020-01-01T020000.backup.age.1.89abcdef.part";
  others.push(partOfOther);
  for (const name of [...others, oldPart]) {
    writeFileSync(join(folder, name), "");
    const writtenAt = new Date(began + (name === oldPart || name === partOfOther ? -DAY_MS : DAY_MS));
    utimesSync(join(folder, name), writtenAt, writtenAt);
  }
  expect(await runSchedule(2000)).toBe(0);
  const before = files().filter((name) => name !== oldPart);
  expect(await runSchedule(DAY_MS)).toBe(1);
  expect(await runSchedule(DAY_MS + MINUTE_MS)).toBe(0);
  const own = files().filter((name) => !others.includes(name));
  expect(own).toHaveLength(2);
  expect(own[0]).toBe(before.filter((name) => !others.includes(name))[1]);
  expect(files()).toEqual(expect.arrayContaining(others));
  expect(await state()).toMatchObject({ count: 2 });
  for (const name of others) rmSync(join(folder, name));
});

test("RUN-3 the rehearsal finds a damaged backup, and the last good one stays however many follow", async () => {
  const good = (await state()).newest?.fileName ?? "";
  app.log.allowErrors(/The rehearsal of a backup failed/);
  const damaging: Deps["backupSteps"] = {
    // Notices damage before it fills a database.
    rehearse,
    async write(file) {
      await app.deps.backupSteps.write(file);
      const bytes = readFileSync(file.path);
      bytes[bytes.byteLength >> 1] = (bytes[bytes.byteLength >> 1] ?? 0) ^ 1;
      writeFileSync(file.path, bytes);
    },
  };
  for (const day of [2, 3, 4]) {
    expect(await runSchedule(day * DAY_MS, damaging)).toBe(1);
    const { newest } = await state();
    expect(newest?.rehearsalFault).toMatch(/^This backup is refused: it was changed, damaged or cut off/);
    expect(files()).toContain(good);
  }
  expect(files()).toHaveLength(3);
  expect(await runSchedule(5 * DAY_MS)).toBe(1);
  expect((await state()).newest?.rehearsalFault).toBeNull();
  expect(files()).toHaveLength(2);
});

test("RUN-3 a folder that is not there is a sentence for the owner; the backup is tried again, and made once it is back", async () => {
  app.log.allowErrors(/The scheduled backup failed/);
  const away = `${folder}-away`;
  renameSync(folder, away);
  const { count } = await state();
  expect(await runSchedule(7 * DAY_MS)).toBe(1);
  expect(await state()).toMatchObject({
    failure: {
      fault: expect.stringMatching(/^The folder of BACKUP_FOLDER, .*, does not exist\. Connect its disk/),
    },
    isRunning: false,
    // A disk that is not connected has lost no file.
    count,
  });
  expect(await figuresAt(7 * DAY_MS)).toMatchObject({ failed: 1, rehearsal_ok: 1 });
  renameSync(away, folder);
  expect(await runSchedule(7 * DAY_MS + 29 * MINUTE_MS)).toBe(0);
  expect(await runSchedule(7 * DAY_MS + 31 * MINUTE_MS)).toBe(1);
  expect((await state()).failure).toBeNull();
});

test("RUN-3 a backup that someone removed is not counted, and another one is made", async () => {
  const { newest } = await state();
  rmSync(join(folder, newest?.fileName ?? ""));
  expect(await runSchedule(7 * DAY_MS + 40 * MINUTE_MS)).toBe(1);
  const after = await state();
  expect(after.newest?.fileName).not.toBe(newest?.fileName);
  expect(files()).toContain(after.newest?.fileName);
});

test("RUN-3 a disk that is not mounted has lost no backup and gets none: its owner sees why, and may start one all the same", async () => {
  const at = 8 * DAY_MS;
  const away = `${folder}-disk`;
  const { count, newest } = await state();
  // Where a disk was mounted, an empty folder remains.
  renameSync(folder, away);
  mkdirSync(folder);
  expect(await runSchedule(at)).toBe(1);
  expect(files()).toEqual([]);
  expect(await state()).toMatchObject({
    failure: {
      fault: expect.stringMatching(/^The folder of backups has none of the stored ones: is its disk/),
    },
    count,
    newest: { fileName: newest?.fileName },
  });
  expect(await figuresAt(at)).toMatchObject({ failed: 1 });
  expect(await runSchedule(at + 20 * MINUTE_MS)).toBe(0);

  rmdirSync(folder);
  renameSync(away, folder);
  expect(await runSchedule(at + 31 * MINUTE_MS)).toBe(1);
  expect(await state()).toMatchObject({ failure: null, count });

  for (const name of files()) rmSync(join(folder, name));
  await runRequested(at + 40 * MINUTE_MS);
  expect(await runSchedule(at + 41 * MINUTE_MS)).toBe(0);
  expect(await state()).toMatchObject({ failure: null, count: 1 });
  expect(files()).toHaveLength(1);
});

test("RUN-3 a backup that an owner started is tried again after half an hour, also if the day has one", async () => {
  const at = 8 * DAY_MS + 60 * MINUTE_MS;
  const steps = app.deps.backupSteps;
  const write = async () => Promise.reject(new StartError("The disk is full."));
  await runRequested(at, { ...steps, write });
  expect((await state()).failure?.fault).toBe("The disk is full.");
  expect(await runSchedule(at + 29 * MINUTE_MS)).toBe(0);
  expect(await runSchedule(at + 31 * MINUTE_MS)).toBe(1);
  expect((await state()).failure).toBeNull();
});

test.each(["write", "rehearse"] as const)(
  "RUN-3 a process that takes a backup over disturbs no %s of the process before, and clears up after dead ones",
  async (step) => {
    const at = (step === "write" ? 9 : 10) * DAY_MS;
    const [backupRunId, { dataDir }] = [v7(), app.deps.env];
    await app.db.insert(backupRuns).values({ backupRunId, startedAt: new Date(began + at) });
    mkdirSync(join(dataDir, "rehearsal-1.0123abcd.part"));
    const runInAnotherProcess = () => makeBackup.run(workerAt(at), { backupRunId });
    await makeBackup.run(
      workerAt(at, {
        backupSteps: {
          async write(file) {
            if (step === "rehearse") return app.deps.backupSteps.write(file);
            writeFileSync(file.part, "half of a backup");
            await runInAnotherProcess();
            expect(readFileSync(file.part, "utf8")).toBe("half of a backup");
            rmSync(file.part);
          },
          async rehearse({ scratch }) {
            mkdirSync(scratch);
            if (step === "rehearse") await runInAnotherProcess();
            expect(existsSync(scratch)).toBe(true);
            rmSync(scratch, { recursive: true });
          },
        },
      }),
      { backupRunId },
    );
    const [run] = await app.db.select().from(backupRuns).where(eq(backupRuns.backupRunId, backupRunId));
    expect(run).toMatchObject({ fault: null, rehearsalFault: null, endedAt: expect.any(Date) });
    expect([...files(), ...readdirSync(dataDir)].filter((name) => name.endsWith(".part"))).toEqual([]);
  },
);

test("RUN-3 alerts notice that no backup was ever made, from the start of the portal or its first run on", async () => {
  await app.db.delete(backupRuns);
  const figures = { ...app.deps.process, startedMs: performance.now() - 3 * DAY_MS };
  const atStart = await figuresAt(0, { process: figures });
  expect(atStart).toEqual({ age_seconds: expect.closeTo((3 * DAY_MS) / 1000, -2), failed: 0 });
  await app.db.insert(backupRuns).values({ backupRunId: v7(), startedAt: new Date(began) });
  expect(await figuresAt(2 * DAY_MS)).toEqual({ age_seconds: (2 * DAY_MS) / 1000, failed: 0 });
});
