import { eq, sql } from "drizzle-orm";
import type { JobWithMetadata, PgBoss } from "pg-boss";
import { ADVISORY_LOCKS } from "../db/advisory-locks.ts";
import type { Database } from "../db/database.ts";
import { jobWorkers } from "../schema/jobs.ts";

/** The embedded database has one process, which holds no lock on its number. */
const ONLY_PROCESS = 0;

const isAlive = sql`exists (
  select from pg_locks join pg_database on pg_database.oid = pg_locks.database
  where datname = current_database() and locktype = 'advisory' and objsubid = 2
    and classid = ${ADVISORY_LOCKS.process}::bigint::oid and objid = ${jobWorkers.process}::bigint::oid)`;

/** Records which job a worker runs. The record stays until the worker's next job: a job that has ended is not restarted. */
export async function recordJob(
  { db, processNumber }: Database,
  workerId: string,
  { name, id, retryCount }: JobWithMetadata,
): Promise<void> {
  const record = { process: processNumber ?? ONLY_PROCESS, queue: name, jobId: id, retryCount };
  await db
    .insert(jobWorkers)
    .values({ workerId, ...record })
    .onConflictDoUpdate({ target: jobWorkers.workerId, set: record });
}

/** Restarts the jobs of killed processes at once. A process is dead if no session holds the lock on its number. */
export async function restartKilled(boss: PgBoss, { db }: Database): Promise<void> {
  for (const { workerId, queue, jobId, retryCount } of await db
    .select()
    .from(jobWorkers)
    .where(sql`not ${isAlive}`)) {
    const [job] = await boss.findJobs(queue, { id: jobId });
    if (job?.state === "active" && job.retryCount === retryCount) {
      await boss.fail(queue, job, { message: "The process was killed" });
      // A killed job has not failed, so its last try is made again.
      if (job.retryCount >= job.retryLimit) await boss.retry(queue, jobId);
      await boss.update(queue, undefined, { id: jobId, startAfter: 0 });
    }
    await db.delete(jobWorkers).where(eq(jobWorkers.workerId, workerId));
  }
}
