import { readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getDocument } from "#contract/documents.ts";
import { backUp } from "#server/backup/back-up.ts";
import { openBackup } from "#server/backup/read-archive.ts";
import { restoreBackup } from "#server/backup/restore-backup.ts";
import { verifyBackup } from "#server/backup/verify-backup.ts";
import { openDatabase } from "#server/installation/open-database.ts";
import { formatFatalError } from "#server/start-error.ts";
import { verifyEvidence } from "#server/verification/verify-evidence.ts";
import { placeOf } from "#tests/support/backups.ts";
import { makeAdmin } from "#tests/support/factories.ts";
import {
  DISK_CODES,
  type DiskCode,
  type FailingWrites,
  failingWrites,
} from "#tests/support/failing-writes.ts";
import { type KeyedRequest, prepareKeyed, sendKeyed } from "#tests/support/keyed-request.ts";
import { createTestApp, type TestApp } from "#tests/support/make-app.ts";
import { makeFolder } from "#tests/support/make-folder.ts";
import { makePlain } from "#tests/support/make-image.ts";
import { casesFor, isLong, reportFigure } from "#tests/support/suite-cases.ts";
import { wakeJobs } from "#tests/support/wake-jobs.ts";

/** The number of a write, or its kind. */
type At = number | RegExp;

const silent = pino({ level: "silent" });

let disk: FailingWrites;
beforeAll(async () => {
  disk = await failingWrites();
});
afterAll(() => disk?.end());

/** The only log lines at level error that a full disk may cause. */
const EXPECTED_ERRORS =
  /The embedded database has stopped, because it could not use its disk|cannot be sealed|No space left|ENOSPC/;

const hasStopped = ({ log }: TestApp) =>
  log.records.some(({ msg }) => msg?.startsWith("The embedded database has stopped"));

const isAllDone = (app: TestApp) =>
  wakeJobs(app).then(
    (left) => left.length === 0,
    () => false,
  );

/** Or nothing more of it can be done. */
const untilDone = (app: TestApp) =>
  expect.poll(() => hasStopped(app) || isAllDone(app), { interval: 50 }).toBe(true);

/** A portal whose database has stopped reports it on every request, ends on a signal, and starts again. */
async function startAgain(app: TestApp, asked: KeyedRequest, isFull: boolean): Promise<TestApp> {
  const ready = await app.rawRequest("GET /readyz");
  expect(ready.status).toBe(503);
  expect(await ready.json()).toMatchObject({ checks: { database: "has stopped: start the portal again" } });
  const refused = await sendKeyed(app, asked);
  expect(refused).toMatchObject({ status: 503, text: expect.stringContaining("has to be started again") });
  await app.stop();
  const errors = app.log.records.filter(({ level }) => level >= 50).map(({ msg = "" }) => msg);
  expect(errors.filter((msg) => msg.startsWith("The embedded database"))).toHaveLength(1);
  const variables = { ...app.variables, PUBLIC_URL: app.baseUrl };
  if (isFull) {
    const failure = await createTestApp(variables).catch((error: unknown) => error);
    expect(formatFatalError(failure)).toMatch(
      /^The disk of .+ is full\. What was there before is safe\. Make room/,
    );
    for (const code of casesFor<readonly DiskCode[]>(["EDQUOT", "EIO"], DISK_CODES)) {
      disk.fill(app.deps.env.dataDir, /^write database\/pg_wal/, "until-room", code);
      const told = formatFatalError(await createTestApp(variables).catch((error: unknown) => error));
      const words = code === "ENOSPC" || code === "EDQUOT" ? "is full" : "fails, or may only be read";
      expect(told, code).toContain(`The disk of the embedded database (DATA_DIR) ${words}`);
    }
  }
  disk.makeRoom();
  return createTestApp(variables);
}

/** Accepts a document while a write fails, and all after it if the disk stays full. */
async function acceptAt(at: At, how: "once" | "until-room"): Promise<void> {
  const first = await createTestApp();
  first.log.allowErrors(EXPECTED_ERRORS);
  const asked = await prepareKeyed(first, "approveDocument");
  const params = { id: asked.sent.params?.id ?? "" };
  const as = asked.token;
  disk.fill(first.deps.env.dataDir, at, how);
  const answer = await sendKeyed(first, asked);
  await expect
    .poll(() => disk.failed !== null || hasStopped(first) || isAllDone(first), { interval: 20 })
    .toBe(true);
  if (how === "once") await untilDone(first);
  const { failed } = disk;
  let app = first;
  if (hasStopped(first)) app = await startAgain(first, asked, how === "until-room");
  disk.makeRoom();

  expect([200, 503], `${answer?.status} ${answer?.text} ${failed}`).toContain(answer?.status);
  const read = await app.request(getDocument, { token: as, params });
  if (answer?.status === 200) expect(read.status, "what was confirmed is there").toBe("APPROVED");
  expect((await sendKeyed(app, asked))?.status, String(failed)).toBe(200);
  await untilDone(app);
  const counted = await app.deps.database.asOwner((owner) =>
    owner.query(
      `select (select count(*)::int from document_snapshots) as pdfs, (select count(*)::int from files) as files,
         (select count(*)::int from mails where sent_at is not null) as sent, (select count(*)::int from mails) as mails,
         (select count(*)::int from notifications) as notifications`,
    ),
  );
  expect(counted.rows, String(failed)).toEqual([{ pdfs: 1, files: 1, sent: 1, mails: 1, notifications: 2 }]);
  const { dataDir } = app.deps.env;
  const names = await readdir(dataDir, { recursive: true });
  expect(names.filter((name) => name.endsWith(".eml"))).toHaveLength(1);
  expect(names.filter((name) => name.endsWith(".part"))).toEqual([]);
  expect(await verifyEvidence(app.deps, () => undefined)).toMatchObject({ isGood: true });
  await app.stop();
  await first.close();
}

/** Lets one write after the other fail until there are no more of them: some, or only the first of each kind. */
async function eachOf(
  kinds: readonly RegExp[],
  tryAt: (at: At) => Promise<unknown>,
  step = 1,
): Promise<number> {
  const every = (length: number) => async () => {
    let tried = 0;
    for (let n = 1; disk.failed !== null || n === 1; n += length, tried += 1) await tryAt(n);
    return tried - 1;
  };
  const first = async () => {
    for (const kind of kinds) {
      await tryAt(kind);
      expect(disk.failed).toMatch(kind);
    }
    return kinds.length;
  };
  return casesFor(first, every(step * 7), every(step))();
}

test("APPR-5 TRUST-8 an acceptance whose nth write to the disk fails is refused in words or is there, and all that follows is done once", {
  timeout: casesFor(240_000, 1_800_000),
}, async () => {
  const failed = await eachOf([], (at) => acceptAt(at, "once"));
  const full = await eachOf([/^write database\/pg_wal/], (at) => acceptAt(at, "until-room"), 10);
  reportFigure(
    `TRUST-8: embedded portal, ${failed} writes of an acceptance and its jobs fail one at a time, and ${full} times all from one on: nothing lost, half or twice`,
  );
});

test("TRUST-8 an upload whose nth write to the disk fails is refused in words, and works once there is room", {
  timeout: casesFor(240_000, 1_800_000),
}, async () => {
  const first = await createTestApp();
  first.log.allowErrors(EXPECTED_ERRORS);
  let app = first;
  const token = await app.signInAs(await makeAdmin(app.db, "editor"));
  const apps = [first];
  let colour = 0;
  async function uploadAt(at: At): Promise<void> {
    colour += 1;
    const body = await makePlain(40 + colour, 30, "#0f6b5c")
      .png()
      .toBuffer();
    const headers = { "content-type": "application/octet-stream", "idempotency-key": `upload-${colour}` };
    const upload = () => app.rawRequest("POST /api/images", { token, body, headers });
    disk.fill(first.deps.env.dataDir, at);
    const answer = await upload();
    disk.makeRoom();
    expect([200, 503]).toContain(answer.status);
    if (answer.status === 503) expect(await answer.text()).toMatch(/disk is full|has to be started again/);
    if (hasStopped(app)) {
      await app.stop();
      app = await createTestApp({ ...first.variables, PUBLIC_URL: first.baseUrl });
      app.log.allowErrors(EXPECTED_ERRORS);
      apps.push(app);
    }
    expect((await upload()).status, String(disk.failed)).toBe(200);
    const { rows } = await app.deps.database.asOwner((owner) => owner.query("select image_id from images"));
    expect(rows).toHaveLength(colour);
    const names = await readdir(join(first.deps.env.dataDir, "files"), { recursive: true });
    expect(names.filter((name) => name.endsWith(".part"))).toEqual([]);
  }
  const failed = await eachOf([/^writeFile files/], uploadAt);
  reportFigure(`TRUST-8: embedded portal, ${failed} writes of an upload fail one at a time: nothing half`);
  for (const one of apps.toReversed()) await one.close();
});

test("TRUST-7 TRUST-8 a backup whose nth write to the disk fails reports it, leaves no partial backup, and works once there is space", {
  timeout: casesFor(240_000, 1_800_000),
}, async () => {
  const app = await createTestApp();
  const asked = await prepareKeyed(app, "approveDocument");
  expect((await sendKeyed(app, asked))?.status).toBe(200);
  await untilDone(app);
  await app.stop();
  async function backUpAt(at: At): Promise<void> {
    const folder = await makeFolder();
    disk.fill(tmpdir(), at);
    const failure = await backUp(placeOf(app), folder, silent, () => undefined).catch(
      (error: unknown) => error,
    );
    disk.makeRoom();
    // The engine can start without a file that only speeds up its start. Then the backup must be complete.
    if (failure instanceof Error) {
      expect(formatFatalError(failure)).toMatch(
        /^The disk .*is full|cannot be written\. The portal is unharmed\. Its disk is full: make/,
      );
      expect(await readdir(folder)).toEqual([]);
    } else {
      const [made = ""] = await readdir(folder);
      expect(await verifyBackup(join(folder, made), () => undefined)).toMatchObject({ isGood: true });
    }
    const whole = await backUp(placeOf(app), join(folder, "whole.backup"), silent, () => undefined);
    expect(whole).toMatchObject({ files: 1, lost: [] });
  }
  const { dataDir } = app.deps.env;
  disk.fill(dataDir, 1);
  const failure = await backUp(placeOf(app), await makeFolder(), silent, () => undefined).catch(
    (error: unknown) => error,
  );
  disk.makeRoom();
  expect(formatFatalError(failure), "the disk that is full, not that of the backup").toMatch(
    new RegExp(`^The disk of ${dataDir}/\\S+ is full\\.`),
  );
  const failed = await eachOf([/^writeFile .*\.backup\.part/], backUpAt, 10);
  reportFigure(`TRUST-8: ${failed} writes of a backup fail one at a time: no half of one`);
  await app.close();
});

/** The writes of a restore that fail, the first of each kind: while its database is made, and while it is filled. */
const OF_MAKING = [/^\w+ database\.part/];
const OF_FILLING = casesFor<RegExp[]>([], [/^write database\.part\/pg_wal/]);

test("TRUST-7 TRUST-8 a restore or a first start whose write to the disk fails ends with an error, and works once there is space", {
  timeout: casesFor(240_000, 1_800_000),
}, async () => {
  const app = await createTestApp();
  await app.stop();
  const { path } = await backUp(placeOf(app), await makeFolder(), silent, () => undefined);
  /** A backup is read a second time when the database is made, and is to be filled. */
  async function restoreAt(kind: RegExp, reading: 1 | 2): Promise<void> {
    const dataDir = await makeFolder();
    let read = 0;
    const open = () => {
      read += 1;
      if (read === reading) disk.fill(dataDir, kind);
      return openBackup(path);
    };
    const place = { dataDir, databaseUrl: undefined };
    const failure = await restoreBackup(open, place, silent, () => undefined).catch(
      (error: unknown) => error,
    );
    disk.makeRoom();
    expect(disk.failed, String(kind)).toMatch(kind);
    expect(formatFatalError(failure), String(kind)).toMatch(
      /^The disk .*is full\. What was there before is safe/,
    );
    expect(await readdir(dataDir)).toEqual([]);
  }
  for (const kind of OF_MAKING) await restoreAt(kind, 1);
  for (const kind of OF_FILLING) await restoreAt(kind, 2);

  const dataDir = await makeFolder();
  disk.fill(dataDir, /^\w+ database\.part/);
  const failure = await openDatabase({ dataDir, databaseUrl: undefined }, silent).catch(
    (error: unknown) => error,
  );
  disk.makeRoom();
  expect(formatFatalError(failure)).toMatch(/^The disk .*is full/);
  const place = { dataDir, databaseUrl: undefined };
  if (isLong)
    await restoreBackup(
      () => openBackup(path),
      place,
      silent,
      () => undefined,
    );
  reportFigure(
    `TRUST-8: ${OF_MAKING.length + OF_FILLING.length} kinds of writes of a restore and one of a first start fail: each ends, nothing half`,
  );
  await app.close();
});
