import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pino } from "pino";
import { v7 } from "uuid";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { approveDocument, getDocument } from "#contract/documents.ts";
import { addSecondFactor, prepareSecondFactor } from "#contract/security.ts";
import type { Head } from "#server/backup/describe-backup.ts";
import { movePortal } from "#server/backup/move-portal.ts";
import { openBackup, readArchive } from "#server/backup/read-archive.ts";
import { verifyBackup } from "#server/backup/verify-backup.ts";
import { type Part, packPart } from "#server/backup/write-archive.ts";
import { serveCommands } from "#server/commands/serve-commands.ts";
import { settlePair } from "#server/installation/installation.ts";
import { withMigrationLock } from "#server/installation/migrate.ts";
import { installQueue } from "#server/jobs/boss.ts";
import { queueMail } from "#server/mail/queue-mail.ts";
import { backupRuns } from "#server/schema/backups.ts";
import { documentDecisions } from "#server/schema/document-versions.ts";
import { files } from "#server/schema/files.ts";
import { organizations } from "#server/schema/organizations.ts";
import { runCommand } from "#server/start/run-command.ts";
import { StartError } from "#server/start-error.ts";
import { verifyEvidence } from "#server/verification/verify-evidence.ts";
import {
  makeBackup,
  makeEmptyDatabase,
  type Place,
  placeOf,
  readAll,
  restore,
  variablesOf,
} from "#tests/support/backups.ts";
import { openEarlier } from "#tests/support/earlier-database.ts";
import {
  makeOrganization,
  makePerson,
  makeProduct,
  makeQuote,
  PASSWORD,
  type TestPerson,
} from "#tests/support/factories.ts";
import { buildProgram, makeProgramFolder, runUntilKilled } from "#tests/support/killed-program.ts";
import { createTestApp, type TestApp } from "#tests/support/make-app.ts";
import { makeFolder } from "#tests/support/make-folder.ts";
import { linkIdentity, makeIssuer } from "#tests/support/make-issuer.ts";
import { casesFor } from "#tests/support/suite-cases.ts";
import { stepAt, totpOf } from "#tests/support/totp.ts";

const log = pino({ level: "silent" });
const isEmbedded = inject("databaseTemplate").kind === "embedded";
const ignoreProgress = () => undefined;
/** Nothing listens there, so mails wait. */
const NO_MAIL_SERVER = { MAIL_URL: "smtp://127.0.0.1:1" };
/** Rows that a restore does not bring back unchanged. */
const HELD_BACK = [
  "pgboss.job",
  "public.backup_runs",
  "public.linked_identities",
  "public.mails",
  "public.session",
  "public.verification",
];
const STRANGE = "A\\b\t\"quoted\"\n{1,2} \u{1f600} \u00e4 null \\N ''";

let app: TestApp;
let ids: string[];
let writer: TestPerson;

beforeAll(async () => {
  app = await createTestApp(NO_MAIL_SERVER);
  const organization = await makeOrganization(app.db, { organizationName: STRANGE });
  const { organizationId } = organization;
  writer = await makePerson(app.db, { organization });
  await makeProduct(app.db, { productName: STRANGE, productRate: "0.000001", productUnit: null });
  const quotes = await Promise.all(
    Array.from({ length: 8 }, () => makeQuote(app.db, { organizationId, document: { name: STRANGE } })),
  );
  ids = quotes.map(({ document }) => document.uniqueDocumentId);
  await storeFile("a file of the portal");
  await app.db.transaction((tx) =>
    queueMail(tx, app.deps, { to: "ada@example.test", subject: STRANGE, text: STRANGE, html: "" }, null),
  );
  const now = new Date();
  // The file of a scheduled backup is that of the original portal.
  await app.db
    .insert(backupRuns)
    .values({ backupRunId: v7(), startedAt: now, endedAt: now, madeAt: now, fileName: "one.backup.age" });
  const { issuerId } = await makeIssuer(app.deps);
  await linkIdentity(app.deps, issuerId, writer);
  await accept(ids[0]);
});
afterAll(() => app?.close());

async function storeFile(words: string): Promise<string> {
  const stored = await app.deps.files.put(Buffer.from(words));
  await app.db
    .insert(files)
    .values({ fileId: v7(), ...stored, contentType: "text/plain", fileName: "a.txt" });
  return stored.sha256;
}

async function accept(id = ""): Promise<void> {
  const of = { as: writer, params: { id } };
  const { contentHash } = await app.request(getDocument, of);
  await app.request(approveDocument, {
    ...of,
    body: { uniqueDocumentId: id, status: "APPROVED", contentHash },
  });
}

/** A person who signs in with a second factor, and its code of any half minute from now. */
async function makeGuarded() {
  const person = await makePerson(app.db);
  const { setup, secret } = await app.request(prepareSecondFactor, { as: person });
  const code = (later: number) => totpOf(secret, stepAt(app.deps.clock()) + later);
  const used = code(0);
  await app.request(addSecondFactor, { as: person, body: { password: PASSWORD, setup, code: used } });
  return { person, code, used };
}

async function statusOfSignIn(portal: TestApp, { email }: TestPerson, code?: string): Promise<number> {
  const body = { email, password: PASSWORD, ...(code && { code }) };
  return (await portal.rawRequest("POST /api/auth/sign-in/email", { body })).status;
}

/** A place without anything: of the same kind of database, or embedded. */
async function makePlace(kind: "same" | "embedded" = "same"): Promise<Place> {
  const databaseUrl = isEmbedded || kind === "embedded" ? undefined : await makeEmptyDatabase();
  return { dataDir: join(await makeFolder(), "data"), databaseUrl };
}

async function messageOf(failing: Promise<unknown>): Promise<string> {
  const failure = await failing.catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(StartError);
  return (failure as StartError).message;
}

test("TRUST-7 a backup made during acceptances contains complete decisions, and a portal continues from it, with second factors", async () => {
  const { person, code, used } = await makeGuarded();
  const served = isEmbedded
    ? await serveCommands(app.deps.env.dataDir, app.deps.log, runCommand(app.deps, app.baseUrl))
    : null;
  const accepting = ids.slice(1).reduce((before, id) => before.then(() => accept(id)), Promise.resolve());
  const path = await makeBackup(placeOf(app));
  await accepting;
  await served?.close();
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readdirSync(app.deps.env.dataDir).filter((name) => name.startsWith("copy-"))).toEqual([]);
  expect(await verifyBackup(path, ignoreProgress)).toMatchObject({ isGood: true });

  const place = await makePlace();
  await restore(path, place);
  const again = await createTestApp({ ...variablesOf(place), ...NO_MAIL_SERVER });
  expect(await verifyEvidence(again.deps, ignoreProgress)).toMatchObject({ isGood: true });
  const decided = await again.db.select().from(documentDecisions);
  expect(decided.length).toBeGreaterThanOrEqual(1);
  for (const { uniqueDocumentId: id } of decided)
    expect(await again.request(getDocument, { as: writer, params: { id } })).toMatchObject({
      status: "APPROVED",
    });
  expect(await statusOfSignIn(again, person), "the password alone").toBe(403);
  expect(await statusOfSignIn(again, person, used), "a code that was used before the backup").toBe(403);
  expect(await statusOfSignIn(again, person, code(1))).toBe(200);
  await again.close();
});

/** The names of the tables, and "files" and "the catalogue", that two places do not have alike. */
async function differing(one: Place, other: Place): Promise<string[]> {
  const [before, after] = [await readAll(one), await readAll(other)];
  expect([...after.keys()]).toEqual([...before.keys()]);
  expect(before.get("files")?.length).toBeGreaterThan(0);
  return [...before]
    .filter(([name, rows]) => after.get(name)?.join("\n") !== rows.join("\n"))
    .map(([name]) => name);
}

// The embedded database compares the same after a killed restore.
if (!isEmbedded) {
  test("TRUST-7 rows, keys, sequences and files are restored byte for byte; sessions and queued mails are not", async () => {
    await app.stop();
    const path = await makeBackup(placeOf(app));
    const place = await makePlace();
    await restore(path, place);
    expect(await differing(placeOf(app), place)).toEqual(HELD_BACK);
    const after = await readAll(place);
    expect(after.get("public.session")).toEqual([]);
    expect(after.get("public.backup_runs")).toEqual([]);
    // CONNECT-1: an identity token of before opens no session again.
    const [linked = ""] = after.get("public.linked_identities") ?? [];
    expect(JSON.parse(linked)).toMatchObject({ tokens_from: expect.any(String) as string });
    const waiting = after.get("public.mails")?.filter((mail) => mail.includes('"sent_at":null')) ?? [];
    expect(waiting.length).toBeGreaterThan(0);
    for (const mail of waiting) expect(mail).toContain("may have been sent after the backup");
    const jobs = after.get("pgboss.job")?.filter((job) => job.includes('"send-mail"')) ?? [];
    expect(jobs.filter((job) => !job.includes('"state":"completed"'))).toEqual([]);
  });

  test("TRUST-7 a server's backup can be restored to an embedded database, and `move` moves it to a server", async () => {
    await app.stop();
    const embedded = await makePlace("embedded");
    await restore(await makeBackup(placeOf(app)), embedded);
    expect(await differing(placeOf(app), embedded)).toEqual(HELD_BACK);

    const databaseUrl = await makeEmptyDatabase();
    const moved = { dataDir: join(await makeFolder(), "new"), databaseUrl };
    const before = await readAll(embedded);
    await movePortal(embedded.dataDir, moved, log, ignoreProgress);
    expect([...(await readAll(moved))]).toEqual([...before]);
    const again = await createTestApp(variablesOf(moved));
    expect(await verifyEvidence(again.deps, ignoreProgress)).toMatchObject({ isGood: true });
    await again.close();
    expect(await messageOf(createTestApp(variablesOf(embedded)))).toMatch(
      /^The portal of the data directory .* was moved to /,
    );
    rmSync(join(embedded.dataDir, "moved"));
    expect([...(await readAll(embedded))]).toEqual([...before]);
  });

  test("TRUST-7 a backup of an older version is brought up to date by the first start after its restore", async () => {
    const source = { dataDir: await makeFolder(), databaseUrl: await makeEmptyDatabase() };
    const newest = readdirSync("migrations").toSorted().at(-1) ?? "";
    const database = await openEarlier(source.databaseUrl, newest);
    await withMigrationLock(database, async (owner) => {
      await installQueue(owner, "server");
      await owner.query(
        "insert into organizations (organization_id, organization_name, status, quick_links) values ('old', 'Old', 'ACTIVE', '[]')",
      );
      await settlePair(owner, source.dataDir);
    });
    const place = await makePlace();
    await restore(await makeBackup(source), place);
    const again = await createTestApp(variablesOf(place));
    expect(await again.db.select().from(organizations)).toMatchObject([{ organizationId: "old" }]);
    await again.close();
  });
}

describe("killed", () => {
  let folder: string;
  let program: string;
  beforeAll(async () => {
    folder = await makeProgramFolder();
    program = await buildProgram("killed-backup", folder);
    await app.stop();
  });
  afterAll(() => rm(folder, { recursive: true }));

  if (!isEmbedded) {
    test("TRUST-7 a killed backup leaves a half that no restore takes, and the next one is whole", async () => {
      const whole = join(await makeFolder(), "one.backup");
      await runUntilKilled(program, { ...variablesOf(placeOf(app)), BACKUP: whole }, "files copied");
      expect(readdirSync(dirname(whole))).toEqual(["one.backup.part"]);
      expect(await messageOf(restore(`${whole}.part`, await makePlace()))).toMatch(
        /^This backup is refused: it is cut off/,
      );
      await makeBackup(placeOf(app), whole);
      expect(readdirSync(dirname(whole))).toEqual(["one.backup"]);
    });
  }

  test.each(
    casesFor(isEmbedded ? ["rows read"] : ["rows read", "committed"], ["rows read", "Flushing", "committed"]),
  )("TRUST-7 a restore that is killed at “%s” lets no portal start, and can be run again", async (killAt) => {
    const path = await makeBackup(placeOf(app));
    const place = await makePlace();
    await runUntilKilled(program, { ...variablesOf(place), BACKUP: path, RESTORE: "1" }, killAt);
    const words = `A restore into the data directory ${place.dataDir} was not finished. Nothing was changed.`;
    expect(await messageOf(createTestApp(variablesOf(place)))).toContain(words);
    await restore(path, place);
    expect(await differing(placeOf(app), place)).toEqual(HELD_BACK);
  });
});

if (!isEmbedded) {
  test("RUN-2 TRUST-7 a place that is not empty, a backup cut short and one of a newer version leave all as it was", async () => {
    await app.stop();
    const path = await makeBackup(placeOf(app));
    const before = await readAll(placeOf(app));
    expect(await messageOf(restore(path, placeOf(app)))).toContain("is not empty: it holds");
    const elsewhere = { ...placeOf(app), dataDir: await makeFolder() };
    expect(await messageOf(restore(path, elsewhere))).toContain("The database is not empty");
    expect(readdirSync(elsewhere.dataDir)).toEqual([]);
    expect([...(await readAll(placeOf(app)))]).toEqual([...before]);

    // Refused before a database is made.
    const place = await makePlace();
    const whole = readFileSync(path);
    const cut = join(await makeFolder(), "cut.backup");
    for (const at of [700, whole.byteLength >> 1, whole.byteLength - 1500]) {
      writeFileSync(cut, whole.subarray(0, at));
      expect(await messageOf(restore(cut, place))).toMatch(/^This backup is refused: it is cut off/);
      expect(await messageOf(verifyBackup(cut, ignoreProgress))).toMatch(
        /^This backup is refused: it is cut off/,
      );
      expect(readdirSync(place.dataDir)).toEqual([]);
    }
    writeFileSync(cut, "");
    for (const refused of [() => restore(cut, place), () => verifyBackup(cut, ignoreProgress)])
      expect(await messageOf(refused())).toBe(`The backup ${cut} cannot be read: it is empty.`);
    const { value: head } = await readArchive(openBackup(path)).next();
    const later = {
      ...(JSON.parse((head as Part).bytes.toString()) as Head),
      migrations: ["29990101000000_later"],
      version: "9.1.0",
    };
    writeFileSync(cut, packPart({ name: "head.json", bytes: Buffer.from(JSON.stringify(later)) }));
    expect(await messageOf(restore(cut, place))).toContain(
      "made by a newer version of the portal (9.1.0; this is ",
    );
    expect(readdirSync(place.dataDir)).toEqual([]);
  });
}
