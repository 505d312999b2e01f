import { eq, sql } from "drizzle-orm";
import { fromDrizzle, type JobWithMetadata, type PgBoss } from "pg-boss";
import type { Logger } from "pino";
import { v5 } from "uuid";
import type { z } from "zod";
import type { Database } from "../db/database.ts";
import { isDead, numberOf } from "../db/dead-processes.ts";
import type { Deps, Job, Queue } from "../deps.ts";
import { jobWorkers } from "../schema/requests.ts";
import { createBoss, failTry, MAX_JOB_SECONDS, openQueues, postpone } from "./boss.ts";
import { NotReady, QuietFailure } from "./job.ts";

const STOP_TIMEOUT_MS = 10_000;
/** Polling finds only jobs that wait for a retry; new jobs are announced. */
const POLLING_SECONDS = 5;
const CONCURRENCY = 2;
/** The namespace of the ids of jobs that run once, and of jobs that continue another one. */
const NAMESPACE = "0b4f8f1e-6b53-4d4c-9a30-2f0c6a1d7e55";

/** Opens the queue in our own database. A job is committed with the change that causes it. */
export async function createQueue(database: Database, log: Logger, jobs: readonly Job[]): Promise<Queue> {
  const boss = createBoss(database, log);
  await boss.start();
  const names = jobs.map((job) => job.name);
  await openQueues(boss, names);
  await restartKilled(boss, database);
  const timers: NodeJS.Timeout[] = [];
  return {
    async enqueue(tx, job, payload) {
      const data = job.payload.parse(payload) as object;
      const { maxSeconds: expireInSeconds } = job;
      const options = { db: fromDrizzle(tx, sql), ...(expireInSeconds !== undefined && { expireInSeconds }) };
      await boss.send(job.name, data, options);
    },
    async work(deps) {
      for (const job of jobs.filter(({ isOnce }) => isOnce)) {
        const id = v5(job.name, NAMESPACE);
        // The job is never deleted: its row marks that it has run. If it was given up, each start tries it again.
        await boss.send(job.name, {}, { id, deleteAfterSeconds: 0 });
        await boss.retry(job.name, id);
      }
      for (const { name, everySeconds } of jobs) {
        if (everySeconds === undefined) continue;
        // It may run for its whole period: a sweep of four million files takes more than five minutes.
        const expireInSeconds = Math.max(MAX_JOB_SECONDS, everySeconds);
        const send = () => boss.send(name, {}, { singletonSeconds: everySeconds, expireInSeconds });
        await send();
        const logFailure = (error: unknown) =>
          database.logFailure(error, "error", `The job ${name} was not enqueued`);
        timers.push(setInterval(() => void send().catch(logFailure), everySeconds * 1000));
      }
      for (const job of jobs)
        for (let worker = 0; worker < (job.atOnce ?? CONCURRENCY); worker += 1)
          await startWorker(deps, boss, job);
    },
    stop: () => {
      for (const timer of timers) clearInterval(timer);
      return boss.stop({ graceful: true, timeout: STOP_TIMEOUT_MS, close: false });
    },
  };
}

async function startWorker(deps: Deps, boss: PgBoss, job: Job): Promise<void> {
  const options = {
    includeMetadata: true,
    pollingIntervalSeconds: POLLING_SECONDS,
    notifyPollingIntervalSeconds: POLLING_SECONDS,
  } as const;
  const workerId = await boss.work(job.name, options, async ([item]: JobWithMetadata[]) => {
    if (!item) return;
    // More jobs may wait: after this one, check again immediately instead of at the next poll.
    boss.notifyWorker(workerId);
    // The record is for the case that this process is killed, so the job need not wait for it.
    const recorded = recordJob(deps.database, workerId, item);
    recorded.catch(() => undefined);
    await runJob(deps, boss, job, item, recorded);
  });
}

async function runJob(
  deps: Deps,
  boss: PgBoss,
  job: Job,
  item: JobWithMetadata,
  recorded: Promise<void>,
): Promise<void> {
  const context = { job: job.name, jobId: item.id, payload: item.data, attempt: item.retryCount + 1 };
  try {
    const next = await job.run(deps, job.payload.parse(item.data) as z.output<typeof job.payload>);
    await recorded;
    // The same id if this job runs again: one job continues its work.
    if (next !== undefined) await boss.send(job.name, next as object, { id: v5(item.id, NAMESPACE) });
    deps.log.debug(context, "Job done");
  } catch (error) {
    const isWaiting = error instanceof NotReady;
    const isLast = !isWaiting && item.retryCount >= item.retryLimit;
    const failure = { ...context, err: error };
    if (error instanceof QuietFailure) deps.log.debug(failure, "Job failed quietly");
    else if (isLast) deps.log.error(failure, "Job given up: it failed at every try");
    else deps.log.warn(failure, "Job failed; it will be tried again");
    if (isLast) await noteGivenUp(deps, job, item, error);
    await (isWaiting ? postpone : failTry)(boss, item, error as Error);
    throw error;
  }
}

async function noteGivenUp(deps: Deps, job: Job, item: JobWithMetadata, error: unknown): Promise<void> {
  try {
    await job.onFinalFailure?.(deps, job.payload.parse(item.data), error);
  } catch (noteError) {
    const context = { job: job.name, jobId: item.id, err: noteError };
    deps.log.error(context, "That the job is given up was not noted");
  }
}

/** Records which job a worker runs, until its next one: a job that has ended is not restarted. */
async function recordJob(
  database: Database,
  workerId: string,
  { name, id, retryCount }: JobWithMetadata,
): Promise<void> {
  const record = { process: numberOf(database), queue: name, jobId: id, retryCount };
  await database.db
    .insert(jobWorkers)
    .values({ workerId, ...record })
    .onConflictDoUpdate({ target: jobWorkers.workerId, set: record });
}

/** Restarts the jobs of killed processes at once. */
async function restartKilled(boss: PgBoss, { db }: Database): Promise<void> {
  const killed = await db
    .select()
    .from(jobWorkers)
    .where(isDead(sql`${jobWorkers.process}`));
  for (const { workerId, queue, jobId, retryCount } of killed) {
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
