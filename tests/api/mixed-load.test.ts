import { inArray, isNull } from "drizzle-orm";
import { expect, test } from "vitest";
import { signedGeneralDocuments } from "#server/agreements/tables.ts";
import { documentDecisions, documentSnapshots } from "#server/documents/tables.ts";
import { verifyEvidence } from "#server/evidence/verify-evidence.ts";
import { mails } from "#server/mail/tables.ts";
import { fillDiskOf, killBrowsersOf } from "#tests/support/break-things.ts";
import { startBreakableRelay } from "#tests/support/breakable-relay.ts";
import { freePort } from "#tests/support/free-port.ts";
import { startMailServer } from "#tests/support/mail-server.ts";
import { createTestApp, type TestApp } from "#tests/support/make-app.ts";
import { drawFrom, many, SEED, tellFigure } from "#tests/support/many.ts";
import { DECIDE, workUntil } from "#tests/support/people-at-work.ts";
import { type Portal, startPortal } from "#tests/support/portal.ts";
import { jobsLeft } from "#tests/support/wake-jobs.ts";

const { seconds, breakEvery, atOnce } = many(
  { seconds: 12, breakEvery: 2, atOnce: 4 },
  { seconds: 180, breakEvery: 10, atOnce: 6 },
  { seconds: 1800, breakEvery: 20, atOnce: 6 },
);
const METRICS_TOKEN = "figures-of-this-test";

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Resident memory of a server in MiB. */
async function memoryOf({ url }: Portal): Promise<number> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  const figures = await (await fetch(`${url}/metrics`, { headers })).text();
  return Number(/^process_resident_memory_bytes (\S+)/m.exec(figures)?.[1]) / 2 ** 20;
}

test("TRUST-8 people work on two servers and a worker while the database, mail, disk and Chromium fail in turn: nothing is lost, and no error is ours", {
  timeout: seconds * 1000 + 600_000,
}, async () => {
  const mailPort = await freePort();
  let mail = await startMailServer({ port: mailPort });
  const MAIL_URL = `smtp://127.0.0.1:${mailPort}`;
  // The worker: nobody asks it for anything.
  const app = await createTestApp({ MAIL_URL });
  const database = new URL(app.variables.DATABASE_URL ?? "");
  const relay = await startBreakableRelay(Number(database.port));
  database.port = String(relay.port);
  database.search = "";
  const variables = {
    ...app.variables,
    PUBLIC_URL: app.baseUrl,
    DATABASE_URL: database.href,
    METRICS_TOKEN,
  };
  const portals = await Promise.all([startPortal(variables, []), startPortal(variables, [])]);
  // A start that loses its database ends.
  await expect.poll(() => portals.every((portal) => portal.output().includes(" is ready: "))).toBe(true);
  const servers = portals.map(({ url }): TestApp => Object.create(app, { baseUrl: { value: url } }));
  const processes = portals.map((portal) => portal.processId() ?? 0);
  const done = { database: 0, mail: 0, browsers: 0, disk: 0 };

  const faults = [
    async (ms: number) => {
      relay.cut();
      await wait(ms);
      await relay.heal();
      done.database += 1;
    },
    async (ms: number) => {
      await mail.close();
      await wait(ms);
      mail = await startMailServer({ port: mailPort });
      done.mail += 1;
    },
    async () => {
      done.browsers += processes.reduce((sum, id) => sum + (killBrowsersOf(id) ?? 0), 0);
    },
    async (ms: number) => {
      const isFilled = await Promise.all(processes.map((id) => fillDiskOf(id, true)));
      await wait(ms);
      await Promise.all(processes.map((id) => fillDiskOf(id, false)));
      done.disk += isFilled.every(Boolean) ? 1 : 0;
    },
  ];

  const end = Date.now() + seconds * 1000;
  const memory: number[][] = [];
  async function breakInTurn(): Promise<void> {
    for (let turn = 0; Date.now() < end; turn += 1) {
      await wait((breakEvery * 1000) / 2);
      await faults[turn % faults.length]?.((breakEvery * 1000) / 4);
      await wait((breakEvery * 1000) / 4);
      memory.push(await Promise.all(portals.map(memoryOf)));
    }
  }
  const [work] = await Promise.all([
    workUntil(end, app, servers, { draw: drawFrom(SEED), atOnce }),
    breakInTurn(),
  ]);

  // The other two fail only where the machine lets programs do that.
  expect(Math.min(done.database, done.mail)).toBeGreaterThan(0);
  expect(work.wrong).toEqual([]);
  await expect.poll(() => jobsLeft(app), { timeout: 300_000, interval: 500 }).toEqual([]);
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
    .select({ id: signedGeneralDocuments.userProfileId })
    .from(signedGeneralDocuments)
    .where(inArray(signedGeneralDocuments.userProfileId, signed));
  expect(signatures.map(({ id }) => id).toSorted()).toEqual(signed.toSorted());
  expect(await app.db.select().from(mails).where(isNull(mails.sentAt))).toEqual([]);
  expect(await verifyEvidence(app.deps, () => undefined)).toMatchObject({ isGood: true });

  const times = work.times.toSorted((one, other) => one - other);
  const at = (share: number) => Math.round(times[Math.floor(times.length * share)] ?? 0);
  const middle = memory.slice(Math.floor(memory.length / 3), Math.ceil((memory.length * 2) / 3));
  const last = memory.slice(Math.floor((memory.length * 2) / 3));
  const highest = (part: number[][]) => Math.round(Math.max(...part.flat()));
  tellFigure(
    `TRUST-8: ${seconds} s of mixed load: ${times.length} requests, ${work.refusedForNow} told to come again, ` +
      `${work.wrong.length} errors; p50 ${at(0.5)} ms, p99 ${at(0.99)} ms; ${approved.length} accepted, ` +
      `${declined.length} declined, ${signed.length} signed, none lost; database away ${done.database} times, mail ` +
      `${done.mail}, no room ${done.disk}, ${done.browsers} Chromium processes killed; memory of a server at most ` +
      `${highest(middle)} MiB in the second third, ${highest(last)} MiB in the last; seed ${SEED}`,
  );
  for (const portal of portals) await portal.remove();
  await mail.close();
  await relay.close();
  await app.close();
});
