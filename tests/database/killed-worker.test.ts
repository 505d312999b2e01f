import { readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { eq, inArray } from "drizzle-orm";
import { expect, inject, test } from "vitest";
import { approveDocument, getDocument } from "#contract/documents.ts";
import { ADVISORY_LOCKS } from "#server/db/advisory-locks.ts";
import { documentSnapshots } from "#server/documents/tables.ts";
import { files } from "#server/files/tables.ts";
import { mails } from "#server/mail/tables.ts";
import { notifications } from "#server/notifications/tables.ts";
import { makeOrganization, makePerson, makeQuote } from "#tests/support/factories.ts";
import { KILL_POINTS, type KillPoint } from "#tests/support/kill-points.ts";
import { buildProgram, makeProgramFolder, runUntilKilled } from "#tests/support/killed-program.ts";
import { createTestApp, type TestApp } from "#tests/support/make-app.ts";
import { many, tellFigure } from "#tests/support/many.ts";
import "#tests/support/provided.ts";

/** One process at a time uses the embedded database: there the portal is not beside the killed one. */
const { kind } = inject("databaseTemplate");
/** Each point so often. */
const TIMES = many(1, 20);
/** So often is all of it done and checked: a long run that is ended has shown what it did. */
const ROUNDS = many(
  [1],
  [1],
  Array.from({ length: 10 }, (_, n) => n + 1),
);
const POINTS: readonly KillPoint[] = many<KillPoint[]>(
  kind === "embedded" ? ["in-transaction"] : ["after-seal", "in-transaction", "after-mail"],
  Array.from({ length: TIMES }, () => KILL_POINTS).flat(),
);
/** A worker takes two jobs at once, and ends those of two documents before it dies after a commit or a mail. */
const DOCUMENTS = TIMES * many(2 * POINTS.length, 4);
/** These kills print with Chromium, the others take a print that was made before. */
const PRINTED = KILL_POINTS.length;

/** Accepted documents whose jobs nobody has done yet, in an organization of two writers and a reader. */
async function acceptWithoutWorkers(app: TestApp) {
  await app.deps.queue.stop();
  const organization = await makeOrganization(app.db);
  const { organizationId } = organization;
  const writers = [await makePerson(app.db, { organization }), await makePerson(app.db, { organization })];
  const members = [...writers, await makePerson(app.db, { organization, permission: "read" })];
  const ids: string[] = [];
  for (let n = 0; n < DOCUMENTS; n += 1) {
    const { document } = await makeQuote(app.db, { organizationId });
    const [as, id] = [writers[0], document.uniqueDocumentId];
    const { contentHash } = await app.request(getDocument, { as, params: { id } });
    const body = { uniqueDocumentId: id, status: "APPROVED" as const, contentHash };
    await app.request(approveDocument, { as, params: { id }, body });
    ids.push(id);
  }
  return { organizationId, writers, members, ids };
}

/** How many processes of the portal the database server knows to be alive. */
async function countAlive({ deps }: TestApp): Promise<number> {
  const { rows } = await deps.database.pool.query<{ alive: number }>(
    `select count(*)::int as alive from pg_locks join pg_database on pg_database.oid = pg_locks.database
     where datname = current_database() and locktype = 'advisory' and objsubid = 2 and classid = $1`,
    [ADVISORY_LOCKS.process],
  );
  return rows[0]?.alive ?? 0;
}

const AT = [...new Set(POINTS)].join(", ");

test.each(ROUNDS)(
  `APPR-5 TRUST-8 a worker killed ${AT}: started again, all is done, once (%i)`,
  {
    timeout: many(400_000, 1_800_000),
  },
  async () => {
    const first = await createTestApp();
    const { organizationId, writers, members, ids } = await acceptWithoutWorkers(first);
    const folder = await makeProgramFolder();
    const program = await buildProgram("killed-worker", folder);
    const print = join(folder, "print.pdf");
    if (POINTS.length > PRINTED) await writeFile(print, await first.deps.pdf.render("<h1>A proposal</h1>"));
    const isBeside = kind === "server";
    const aliveBefore = isBeside ? await countAlive(first) : 0;
    if (!isBeside) await first.stop();
    try {
      for (const [place, killAt] of POINTS.entries()) {
        const variables = place < PRINTED ? first.variables : { ...first.variables, PRINT: print };
        await runUntilKilled(program, variables, killAt);
      }
    } finally {
      await rm(folder, { recursive: true });
    }

    // A busy server notices late that a process has died.
    if (isBeside) await expect.poll(() => countAlive(first), { timeout: 60_000 }).toBe(aliveBefore);
    const startedAt = new Date();
    const app = await createTestApp(first.variables);
    // Whoever is killed between taking a job and marking it as theirs leaves it to its heartbeat.
    const { rows: left } = await app.deps.database.pool.query(
      "select name from pgboss.job where state = 'active' and started_on < $1 and output ? 'process'",
      [startedAt],
    );
    expect(left, "after the start no killed job waits for its heartbeat").toEqual([]);
    const events = ids.map((id) => `document.approved:${id}:1`);
    const mailed = () => app.db.select().from(mails).where(inArray(mails.event, events));
    await expect
      .poll(async () => (await mailed()).filter((mail) => mail.sentAt !== null).length, {
        timeout: many(90_000, 600_000),
        interval: 200,
      })
      .toBe(ids.length * writers.length);

    const snapshots = await app.db
      .select()
      .from(documentSnapshots)
      .where(inArray(documentSnapshots.uniqueDocumentId, ids));
    expect(snapshots.map((one) => one.uniqueDocumentId).toSorted()).toEqual(ids.toSorted());
    const stored = await app.db.select().from(files).where(eq(files.organizationId, organizationId));
    expect(stored).toHaveLength(ids.length);
    for (const { sha256, byteLength } of stored) {
      const bytes = await app.deps.files.open(sha256);
      expect(bytes && (await buffer(bytes)).byteLength).toBe(byteLength);
    }

    const told = await app.db.select().from(notifications).where(inArray(notifications.event, events));
    const once = events.flatMap((event) => members.map((one) => `${event} ${one.userProfileId}`));
    expect(told.map((one) => `${one.event} ${one.userProfileId}`).toSorted()).toEqual(once.toSorted());
    const letters = events.flatMap((event) => writers.map((one) => `${event} ${one.email}`));
    expect((await mailed()).map((one) => `${one.event} ${one.recipient}`).toSorted()).toEqual(
      letters.toSorted(),
    );
    const kept = (await readdir(join(app.deps.env.dataDir, "mails"))).filter((name) => name.endsWith(".eml"));
    expect(kept).toHaveLength(letters.length);
    tellFigure(`TRUST-8: ${POINTS.length} kills of a worker, ${kind} database: lost 0, stuck 0, doubled 0`);
    await app.stop();
    await first.close();
  },
);
