import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inArray } from "drizzle-orm";
import { expect, test } from "vitest";
import { signedGeneralDocuments } from "#server/schema/agreements.ts";
import { documentDecisions, documentSnapshots } from "#server/schema/document-versions.ts";
import { mails } from "#server/schema/mail.ts";
import { verifyEvidence } from "#server/verification/verify-evidence.ts";
import { fillDiskOf, killBrowsersOf } from "#tests/support/break-things.ts";
import { freePort } from "#tests/support/free-port.ts";
import { startMailServer } from "#tests/support/mail-server.ts";
import { createTestApp, type TestApp } from "#tests/support/make-app.ts";
import { DECIDE, nothingDone, workUntil } from "#tests/support/people-at-work.ts";
import { type Portal, startPortal } from "#tests/support/portal.ts";
import { startPostgresServer } from "#tests/support/postgres-server.ts";
import { casesFor, drawFrom, reportFigure, SEED } from "#tests/support/suite-cases.ts";
import { EVIDENCE_DIFFERS } from "#tests/support/test-log.ts";
import { wakeJobs } from "#tests/support/wake-jobs.ts";
import portalOptions from "../../scripts/portal-options.json" with { type: "json" };

const { seconds, breakEvery, atOnce } = casesFor(
  { seconds: 12, breakEvery: 2, atOnce: 4 },
  { seconds: 180, breakEvery: 10, atOnce: 6 },
  { seconds: 1800, breakEvery: 20, atOnce: 6 },
);
const METRICS_TOKEN = "figures-of-this-test";
/** The longest form is done in three legs with a rest after each, when a portal gives back what garbage holds. */
const LEGS = casesFor(1, 1, 3);
const REST_MS = 30_000;
/**
 * Of a process's memory at rest, from the legs before to the last: 5 kB kept of each of its 3,500 requests in ten
 * minutes are too much. The memory of one process at rest varies by a tenth.
 */
const MAX_GROWTH = 1.1;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Resident memory of a server in MiB. */
async function memoryOf({ url }: Portal): Promise<number> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  const figures = await (await fetch(`${url}/metrics`, { headers })).text();
  return Number(/^process_resident_memory_bytes (\S+)/m.exec(figures)?.[1]) / 2 ** 20;
}

/** Log lines for operators about a lost database, a full disk and a killed Chromium (docs/operations.md). */
const TOLD_ERRORS =
  /"msg":"(The database cannot be reached|A file cannot be kept: |The browser \S+ does not start)/;

/** What a start prints, which is no line of the log. */
const GREETING = /^(Counterpart is ready: .*| {2}.*|)$/;

/** What a portal has printed that these faults do not explain. */
const strangeErrors = ({ output }: Portal) =>
  output()
    .split("\n")
    .filter((line) => ![/^\{"level":[1-4]0/, GREETING, TOLD_ERRORS].some((known) => known.test(line)));

/** Each person got one mail about each of these events, and no duplicates; `arrived` may contain copies of a mail. */
async function expectMails({ db }: TestApp, decided: readonly string[], arrived: readonly string[]) {
  const queued = await db.select().from(mails);
  expect(queued.filter(({ sentAt }) => sentAt === null)).toEqual([]);
  expect([...new Set(arrived)].toSorted()).toEqual(queued.map(({ mailId }) => mailId).toSorted());
  const told = queued.map(({ recipient, subject, aboutId }) => `${recipient}: ${subject} (${aboutId})`);
  expect(told.toSorted()).toEqual([...new Set(told)].toSorted());
  const about = new Set(queued.map(({ aboutId }) => aboutId));
  expect(decided.filter((id) => !about.has(id))).toEqual([]);
}

test("TRUST-8 people work on two servers and a worker while PostgreSQL stops and crashes, and mail, disk and Chromium fail in turn: nothing is lost or doubled, and no error is ours", {
  timeout: seconds * 1500 + 600_000,
}, async () => {
  const mailPort = await freePort();
  const postgres = await startPostgresServer({ isDurable: true });
  let mail = await startMailServer({ port: mailPort });
  const mailed: string[] = [];
  const MAIL_URL = `smtp://127.0.0.1:${mailPort}`;
  const home = await mkdtemp(join(tmpdir(), "counterpart-load-"));
  const bySocket = postgres.urlOf("postgres");
  const byNetwork = bySocket.replace(/\?.*/, "");
  // For what the test itself makes and looks at.
  const app = await createTestApp({ MAIL_URL, DATA_DIR: home, DATABASE_URL: bySocket });
  await app.deps.queue.stop();
  app.log.allowErrors(TOLD_ERRORS);
  app.log.allowErrors(EVIDENCE_DIFFERS);
  const start = (DATABASE_URL: string) =>
    startPortal(
      {
        ...app.variables,
        ...portalOptions.environment,
        PUBLIC_URL: app.baseUrl,
        DATABASE_URL,
        METRICS_TOKEN,
      },
      portalOptions.node,
    );
  // Every process of a portal works on jobs: the third one receives no requests.
  const portals = await Promise.all([byNetwork, bySocket, byNetwork].map(start));
  // A start that loses its database ends.
  await expect.poll(() => portals.every((portal) => portal.output().includes(" is ready: "))).toBe(true);
  const servers = portals
    .slice(0, 2)
    .map(({ url }): TestApp => Object.create(app, { baseUrl: { value: url } }));
  const processes = portals.map((portal) => portal.processId() ?? 0);
  const done = { stops: 0, crashes: 0, mail: 0, browsers: 0, disk: 0 };

  async function stopDatabase(signal: "INT" | "QUIT" | "KILL", ms: number): Promise<void> {
    await postgres.halt(signal);
    await wait(ms);
    await postgres.startAgain();
  }
  async function endMail(): Promise<void> {
    await mail.close();
    mailed.push(...mail.messageIds);
  }
  const faults = [
    async (ms: number) => {
      await stopDatabase("INT", ms);
      done.stops += 1;
    },
    async (ms: number) => {
      await endMail();
      await wait(ms);
      mail = await startMailServer({ port: mailPort });
      done.mail += 1;
    },
    async () => {
      done.browsers += processes.reduce((sum, id) => sum + (killBrowsersOf(id) ?? 0), 0);
    },
    async (ms: number) => {
      await stopDatabase(done.crashes % 2 === 0 ? "KILL" : "QUIT", ms);
      done.crashes += 1;
    },
    async (ms: number) => {
      const isFilled = await Promise.all(processes.map((id) => fillDiskOf(id, true)));
      await wait(ms);
      await Promise.all(processes.map((id) => fillDiskOf(id, false)));
      done.disk += isFilled.every(Boolean) ? 1 : 0;
    },
  ];

  let turn = 0;
  async function breakInTurn(end: number): Promise<void> {
    for (; Date.now() < end || turn < faults.length; turn += 1) {
      await wait((breakEvery * 1000) / 2);
      await faults[turn % faults.length]?.((breakEvery * 1000) / 4);
      await wait((breakEvery * 1000) / 4);
    }
  }
  const allDone = () =>
    expect.poll(() => wakeJobs(app), { timeout: 300_000 + seconds * 300, interval: 500 }).toEqual([]);
  const draw = drawFrom(SEED);
  const work = nothingDone();
  const atRest: number[][] = [];
  for (let leg = 0; leg < LEGS; leg += 1) {
    const end = Date.now() + (seconds * 1000) / LEGS;
    await Promise.all([workUntil(end, app, servers, { draw, atOnce, work }), breakInTurn(end)]);
    await allDone();
    if (LEGS > 1) await wait(REST_MS);
    atRest.push(await Promise.all(portals.map(memoryOf)));
  }

  // The other two fail only on machines that allow it.
  expect(Math.min(done.stops, done.crashes, done.mail)).toBeGreaterThan(0);
  expect(work.wrong).toEqual([]);
  const { approveDocument: approved, declineDocument: declined, signGeneralDocument: signed } = work.decided;
  for (const name of DECIDE) expect(work.decided[name], name).not.toEqual([]);
  const decisions = await app.db
    .select({ id: documentDecisions.uniqueDocumentId })
    .from(documentDecisions)
    .where(inArray(documentDecisions.uniqueDocumentId, [...approved, ...declined]));
  expect(decisions.map(({ id }) => id).toSorted()).toEqual([...approved, ...declined].toSorted());
  const copies = await app.db
    .select({ id: documentSnapshots.uniqueDocumentId })
    .from(documentSnapshots)
    .where(inArray(documentSnapshots.uniqueDocumentId, approved));
  expect(copies.map(({ id }) => id).toSorted()).toEqual(approved.toSorted());
  const signatures = await app.db
    .select({
      id: signedGeneralDocuments.signedGeneralDocumentId,
      signer: signedGeneralDocuments.userProfileId,
    })
    .from(signedGeneralDocuments)
    .where(inArray(signedGeneralDocuments.userProfileId, signed));
  expect(signatures.map(({ signer }) => signer).toSorted()).toEqual(signed.toSorted());
  await endMail();
  await expectMails(app, [...approved, ...declined, ...signatures.map(({ id }) => id)], mailed);
  expect((await verifyEvidence(app.deps, () => undefined)).message).toMatch(/^Intact: /);
  expect(portals.flatMap(strangeErrors)).toEqual([]);

  const times = work.times.toSorted((one, other) => one - other);
  const at = (share: number) => Math.round(times[Math.floor(times.length * share)] ?? 0);
  const rested = atRest.map((leg) => leg.map((memory) => Math.round(memory)).join(", "));
  reportFigure(
    `TRUST-8: ${seconds} s of mixed load: ${times.length} requests, ${work.refusedForNow} told to come again, ` +
      `${work.wrong.length} errors; p50 ${at(0.5)} ms, p99 ${at(0.99)} ms; ${approved.length} accepted, ` +
      `${declined.length} declined, ${signed.length} signed, none lost or doubled; database stopped ${done.stops} times ` +
      `and crashed ${done.crashes}, mail down ${done.mail}, no room ${done.disk}, ${done.browsers} Chromium processes ` +
      `killed; memory of each process when all is done ${rested.join(", then ")} MiB; seed ${SEED}`,
  );
  const last = atRest.pop() ?? [];
  const growths = last.map((now, portal) => now / Math.max(...atRest.map((leg) => leg[portal] ?? 0)));
  if (LEGS > 1) expect(Math.max(...growths)).toBeLessThanOrEqual(MAX_GROWTH);
  for (const portal of portals) await portal.remove();
  await app.close();
  await rm(home, { recursive: true });
  await postgres.stop();
});
