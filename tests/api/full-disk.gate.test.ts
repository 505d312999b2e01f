import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { getTableName } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { authSessions } from "#server/schema/identity.ts";
import { verifyEvidence } from "#server/verification/verify-evidence.ts";
import { makePerson, PASSWORD } from "#tests/support/factories.ts";
import { type FullTables, watchTables } from "#tests/support/full-tables.ts";
import {
  DECISIONS,
  effectsOf,
  type KeyedRequest,
  prepareKeyed,
  sendKeyed,
} from "#tests/support/keyed-request.ts";
import { createTestApp, type TestApp } from "#tests/support/make-app.ts";
import { readAllTables } from "#tests/support/read-all-tables.ts";
import { casesFor, reportFigure } from "#tests/support/suite-cases.ts";
import { EVIDENCE_DIFFERS } from "#tests/support/test-log.ts";
import { wakeJobs } from "#tests/support/wake-jobs.ts";

/** Written by each of them: its audit row and its stored answer. */
const BY_EVERY = ["public.audit_events", "public.idempotency_keys"];
const BY_NAME: Record<string, string[]> = {
  approveDocument: [
    "public.document_decisions",
    "public.unique_documents",
    "public.evidence_heads",
    "pgboss.job",
  ],
  declineDocument: ["public.document_decisions", "public.evidence_events", "pgboss.job"],
  signGeneralDocument: ["public.signed_general_documents", "public.evidence_events", "pgboss.job"],
  sendDocument: ["public.document_versions", "public.evidence_events"],
  chooseOptionalWork: ["public.work_orders"],
};
const BY_JOBS = [
  "public.files",
  "public.document_snapshots",
  "public.notifications",
  "public.mails",
  "pgboss.job",
];

/** Asks, and leaves the jobs to `working`. */
let app: TestApp;
let working: TestApp;
let tables: FullTables;
beforeAll(async () => {
  working = await createTestApp();
  tables = await watchTables(working);
  const url = new URL(working.variables.DATABASE_URL ?? "");
  url.searchParams.set("application_name", "asking");
  app = await createTestApp({ ...working.variables, DATABASE_URL: url.href });
  await app.deps.queue.stop();
  for (const { log } of [app, working]) {
    log.allowErrors(/The queue met an error|was not enqueued/);
    log.allowErrors(EVIDENCE_DIFFERS);
  }
});
afterAll(async () => {
  await app?.stop();
  await working?.close();
});

const allDone = () => expect.poll(() => wakeJobs(app), { timeout: 120_000, interval: 100 }).toEqual([]);

test.each(DECISIONS)(
  "TRUST-8 TRUST-6 %s with a full disk is refused in words at each table that it writes to, saves nothing, and is done once when there is room",
  async (name) => {
    const done = await prepareKeyed(app, name);
    await tables.forget();
    expect((await sendKeyed(app, done))?.status).toBe(200);
    const written = await tables.written("asking");
    expect(written).toEqual(expect.arrayContaining([...BY_EVERY, ...(BY_NAME[name] ?? [])]));

    const asked = await prepareKeyed(app, name);
    const since = new Date();
    await allDone();
    const before = await readAllTables(app.db);
    for (const table of written) {
      await tables.fill(table, "asking");
      const answer = await sendKeyed(app, asked);
      await tables.makeRoom();
      expect(answer, table).toMatchObject({ status: 503 });
      const { error } = JSON.parse(answer?.text ?? "");
      expect(error.code, table).toBe("unavailable");
      expect(error.message, table).toContain("disk is full, so nothing was saved");
    }
    expect(await readAllTables(app.db)).toEqual(before);
    expect((await sendKeyed(app, asked))?.status).toBe(200);
    expect((await sendKeyed(app, asked))?.status).toBe(200);
    expect(await effectsOf(app, asked, since)).toMatchObject({ keys: 1, changes: 1 });
    expect(await verifyEvidence(app.deps, () => undefined)).toMatchObject({ isGood: true });
    reportFigure(
      `TRUST-8: full disk at each of ${written.length} tables of ${name}: all refused, nothing half saved`,
    );
  },
);

test.each([
  ["a standby", { code: "25006", message: "cannot execute UPDATE in a read-only transaction" }],
  ["a disk", { code: "58030", message: 'could not extend file "base/5/2619": Read-only file system' }],
])(
  "RUN-1 an acceptance on %s that can only be read is refused in words, and is done once when it can be written",
  async (_what, error) => {
    const asked = await prepareKeyed(app, "approveDocument");
    const since = new Date();
    await tables.fill("public.unique_documents", "asking", error);
    const refused = await sendKeyed(app, asked);
    await tables.makeRoom();
    expect(refused).toMatchObject({ status: 503 });
    expect(refused?.text).toContain("can only be read at the moment, so nothing was saved");
    expect((await sendKeyed(app, asked))?.status).toBe(200);
    expect(await effectsOf(app, asked, since)).toMatchObject({ keys: 1, changes: 1 });
  },
);

test("GUARD-7 CARE-8 a sign-out that a full disk cannot store is refused, and the cookie stays", async () => {
  const { email } = await makePerson(app.db);
  const origin = { origin: app.variables.PUBLIC_URL ?? app.baseUrl };
  const signedIn = await app.rawRequest("POST /api/auth/sign-in/email", {
    body: { email, password: PASSWORD },
    headers: origin,
  });
  const headers = { cookie: signedIn.headers.getSetCookie()[0]?.split(";")[0] ?? "", ...origin };
  const signOut = () => app.rawRequest("POST /api/auth/sign-out", { body: {}, headers });
  const statusOfToken = async () => (await app.rawRequest("GET /api/auth/token", { headers })).status;
  await tables.fill(`public.${getTableName(authSessions)}`, "asking");
  const refused = await signOut();
  await tables.makeRoom();
  expect(refused.status).toBe(503);
  expect(refused.headers.getSetCookie()).toEqual([]);
  expect(await statusOfToken()).toBe(200);
  expect((await signOut()).status).toBe(200);
  expect(await statusOfToken()).toBe(401);
});

/** All that the jobs of the decisions leave: rows, and mails as files. */
async function countResults(): Promise<Record<string, number>> {
  const [rows] = await app.deps.database
    .asOwner((owner) =>
      owner.query<Record<string, number>>(
        `select (select count(*)::int from files) as files, (select count(*)::int from document_snapshots) as pdfs,
         (select count(*)::int from notifications) as notifications, (select count(*)::int from mails) as mails,
         (select count(*)::int from mails where sent_at is not null and given_up_at is null) as sent,
         (select count(*)::int from evidence_events) as events`,
      ),
    )
    .then(({ rows }) => rows);
  const kept = await readdir(join(app.deps.env.dataDir, "mails")).catch(() => []);
  return { ...rows, kept: kept.length };
}

/** Decides five times, and returns what the jobs have added when all of them are done. */
async function decideAndWork(concurrently: () => Promise<void>): Promise<Record<string, number>> {
  // Every owner is mailed of a decline: this time there is one.
  await app.alterTables("update user_profiles set admin_role = null");
  const asked: KeyedRequest[] = [];
  for (const name of DECISIONS) asked.push(await prepareKeyed(app, name));
  await allDone();
  const before = await countResults();
  await tables.forget();
  const answers = asked.map((one) => sendKeyed(app, one));
  expect((await Promise.all(answers)).map((answer) => answer?.status)).toEqual(DECISIONS.map(() => 200));
  await concurrently();
  await allDone();
  const after = await countResults();
  return Object.fromEntries(
    Object.entries(after).map(([what, count]) => [what, count - (before[what] ?? 0)]),
  );
}

test("APPR-5 TRUST-8 with a full disk at each table that the jobs of the decisions write to, all is done once when there is room", {
  timeout: casesFor(240_000, 1_200_000),
}, async () => {
  const expected = await decideAndWork(async () => undefined);
  expect(expected).toMatchObject({ pdfs: 1, files: 2, mails: expected.kept, sent: expected.kept });
  const written = await tables.written("working");
  expect(written).toEqual(expect.arrayContaining(BY_JOBS));
  const isShort = (table: string) => table === "public.document_snapshots" || table === "public.mails";
  const failing = casesFor(written.filter(isShort), written);
  for (const table of failing) {
    await tables.fill(table, "working");
    const results = decideAndWork(async () => {
      try {
        await expect.poll(() => tables.failures()).toBeGreaterThan(0);
      } finally {
        await tables.makeRoom();
      }
    });
    expect(await results, table).toEqual(expected);
  }
  expect(await verifyEvidence(app.deps, () => undefined)).toMatchObject({ isGood: true });
  reportFigure(
    `TRUST-8: full disk at each of ${failing.length} tables of the jobs of five decisions: all done, once`,
  );
});
