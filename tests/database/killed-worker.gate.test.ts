import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, inject, test } from "vitest";
import { ADVISORY_LOCKS } from "#server/db/database.ts";
import { KILL_POINTS, type KillPoint } from "#tests/support/kill-points.ts";
import { buildProgram, makeProgramFolder, runUntilKilled } from "#tests/support/killed-program.ts";
import { createTestApp, type TestApp } from "#tests/support/make-app.ts";
import { casesFor, reportFigure } from "#tests/support/suite-cases.ts";
import { acceptWithoutWorkers, type Left, signWithoutWorkers } from "#tests/support/undone-jobs.ts";
import "#tests/support/provided.ts";

/** One process at a time uses the embedded database: there the portal is not beside the killed one. */
const { kind } = inject("databaseTemplate");
const isBeside = kind === "server";
/** Each point so often among the jobs of either work. */
const TIMES = casesFor(1, 10);
const EACH_POINT = Array.from({ length: TIMES }, () => KILL_POINTS).flat();
/** These kills print with Chromium, the others use an earlier print. */
const PRINTED = KILL_POINTS.length;

type Work = { name: string; leave(app: TestApp, count: number): Promise<Left>; points: readonly KillPoint[] };
const ACCEPTANCES: Work = {
  name: "acceptances",
  leave: acceptWithoutWorkers,
  points: casesFor<KillPoint[]>(isBeside ? ["after-seal", "after-mail"] : ["in-transaction"], EACH_POINT),
};
const SIGNATURES: Work = {
  name: "signatures",
  leave: signWithoutWorkers,
  points: casesFor<KillPoint[]>(["in-transaction"], EACH_POINT),
};
const WORK = casesFor(isBeside ? [ACCEPTANCES, SIGNATURES] : [ACCEPTANCES], [ACCEPTANCES, SIGNATURES]);
/** So often is all of it done and checked: a long run that is ended has shown what it did. */
const ROUNDS = Array.from({ length: casesFor(1, 1, 10) }, (_, n) =>
  WORK.map((work) => ({ ...work, round: n + 1 })),
);

/** How many processes of the portal the database server knows to be alive. */
async function countAlive({ deps }: TestApp): Promise<number> {
  const { rows } = await deps.database.pool.query<{ alive: number }>(
    `select count(*)::int as alive from pg_locks join pg_database on pg_database.oid = pg_locks.database
     where datname = current_database() and locktype = 'advisory' and objsubid = 2 and classid = $1`,
    [ADVISORY_LOCKS.process],
  );
  return rows[0]?.alive ?? 0;
}

/** Starts a worker on the app's data once for each point, and runs it until it is killed there. */
async function killWorkers(app: TestApp, points: readonly KillPoint[]): Promise<void> {
  const folder = await makeProgramFolder();
  const program = await buildProgram("killed-worker", folder);
  const print = join(folder, "print.pdf");
  if (points.length > PRINTED) await writeFile(print, await app.deps.pdf.render("<h1>A proposal</h1>"));
  const aliveBefore = isBeside ? await countAlive(app) : 0;
  if (!isBeside) await app.stop();
  try {
    for (const [place, killAt] of points.entries()) {
      const variables = place < PRINTED ? app.variables : { ...app.variables, PRINT: print };
      await runUntilKilled(program, variables, killAt);
    }
  } finally {
    await rm(folder, { recursive: true });
  }
  // A busy server notices late that a process has died.
  if (isBeside) await expect.poll(() => countAlive(app), { timeout: 60_000 }).toBe(aliveBefore);
}

test.each(ROUNDS.flat())(
  "APPR-5 SIGN-8 TRUST-8 a worker killed among the jobs of $name: started again, all is done, once ($round)",
  { timeout: casesFor(400_000, 1_800_000) },
  async ({ name, leave, points }) => {
    const first = await createTestApp();
    await first.deps.queue.stop();
    // A worker runs two jobs at once, and ends those of two records before it dies after a commit or a mail.
    const left = await leave(first, casesFor(2 * points.length, TIMES * 4));
    await killWorkers(first, points);

    const startedAt = new Date();
    const app = await createTestApp(first.variables);
    // A worker killed between fetching a job and recording it leaves it to its heartbeat.
    const { rows } = await app.deps.database.pool.query(
      `select name from pgboss.job where state = 'active' and started_on < $1
         and exists (select from job_workers where job_id = id and job_workers.retry_count = job.retry_count)`,
      [startedAt],
    );
    expect(rows, "after the start no killed job waits for its heartbeat").toEqual([]);
    await left.expectDoneOnce(app);
    reportFigure(
      `TRUST-8: ${points.length} kills of a worker, jobs of ${name}, ${kind} database: lost 0, stuck 0, doubled 0`,
    );
    await app.stop();
    await first.close();
  },
);
