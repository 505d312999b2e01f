import type { QueryResult } from "pg";
import {
  type Db as BossDatabase,
  type ConstructorOptions,
  type JobWithMetadata,
  PgBoss,
  type QueueOptions,
} from "pg-boss";
import type { Logger } from "pino";
import { NIL } from "uuid";
import type { Database, OwnerConnection } from "../db/database.ts";

/** Without a restart, a job of a dead process is noticed after a heartbeat and a check: half a minute at most. */
const HEARTBEAT_SECONDS = 10;
const CHECK_SECONDS = 10;

/** The longest wait after each of the first ten tries. */
const FIRST_WAITS_SECONDS = 45;
const FIRST_TRIES = 10;
const LATER_WAITS_SECONDS = 1800;

const RETRY_LIMIT = 350;
const RETENTION_SECONDS = 14 * 24 * 3600;

/** A job that takes longer is started again. */
export const MAX_JOB_SECONDS = 300;

/** Retries a job for about a week: within a minute at first, every half hour later (failTry). */
const OPTIONS = {
  retryLimit: RETRY_LIMIT,
  retryDelay: 2,
  retryBackoff: true,
  retryDelayMax: FIRST_WAITS_SECONDS,
  expireInSeconds: MAX_JOB_SECONDS,
  heartbeatSeconds: HEARTBEAT_SECONDS,
  notify: true,
} satisfies QueueOptions & { notify: boolean };

export function createBoss(database: Database, log: Logger): PgBoss {
  const boss = new PgBoss({
    ...optionsFor(database.kind),
    db: bossDatabase(database),
    migrate: false,
    supervise: true,
    useListenNotify: true,
  });
  boss.on("error", (error: unknown) => {
    // Errors of its workers are passed on as plain copies.
    const thrown = error instanceof Error ? error : Object.assign(new Error(), error);
    database.logFailure(thrown, "error", `The queue met an error: ${messageOf(thrown)}`);
  });
  boss.on("warning", (warning) => log.warn(warning.data, warning.message));
  return boss;
}

/** Node's errors for an unreachable server have a code and no message. */
function messageOf({ message, code = "unknown", queue }: Error & { code?: string; queue?: string }): string {
  return `${message || code}${queue ? ` (queue ${queue})` : ""}`;
}

/** Fails a try. After the first ten tries, a job waits longer than the queue's options say. */
export async function failTry(boss: PgBoss, job: JobWithMetadata, error: object): Promise<void> {
  await boss.fail(job.name, job, error);
  if (job.retryCount < FIRST_TRIES) return;
  await boss.update(job.name, undefined, { id: job.id, startAfter: LATER_WAITS_SECONDS });
}

/** Postpones a job: the next try is not far, and none is the last. */
export async function postpone(boss: PgBoss, job: JobWithMetadata, error: object): Promise<void> {
  await boss.fail(job.name, job, error);
  const isLast = job.retryCount >= job.retryLimit;
  if (isLast) await boss.retry(job.name, job.id);
  await boss.update(job.name, undefined, {
    id: job.id,
    retryLimit: Math.max(job.retryLimit, job.retryCount + RETRY_LIMIT),
    retentionSeconds: RETENTION_SECONDS,
    ...(isLast && { startAfter: FIRST_WAITS_SECONDS }),
  });
}

/** Migrates the queue's own tables. Part of the migration. */
export async function installQueue(owner: OwnerConnection, kind: Database["kind"]): Promise<void> {
  const db: BossDatabase = { executeSql: (text, values) => execute(owner, text, values) };
  const boss = new PgBoss({ ...optionsFor(kind), db, supervise: false, useListenNotify: false });
  await boss.start();
  await boss.stop({ graceful: false, close: false });
}

function optionsFor(kind: Database["kind"]): ConstructorOptions {
  return {
    backend: kind === "embedded" ? "pglite" : "postgres",
    schedule: false,
    superviseIntervalSeconds: CHECK_SECONDS,
    monitorIntervalSeconds: CHECK_SECONDS,
    // None of our jobs waits for another job.
    flowIntervalSeconds: 3600,
    bamIntervalSeconds: 3600,
  };
}

/** Creates missing queues and gives all queues the options above. One that has them needs no statement. */
export async function openQueues(boss: PgBoss, names: readonly string[]): Promise<void> {
  const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  for (const name of names) {
    const queue = known.get(name);
    if (queue && Object.entries(OPTIONS).every(([option, value]) => Reflect.get(queue, option) === value))
      continue;
    if (queue) await boss.updateQueue(name, OPTIONS);
    else await boss.createQueue(name, OPTIONS);
    // pg-boss reads a queue at its first use. Inside a transaction it would wait for the embedded database's only
    // connection, which the transaction has.
    await boss.findJobs(name, { id: NIL });
  }
}

/** Connects the queue to our pool, so that its statements never run in another caller's transaction. */
function bossDatabase(database: Database): BossDatabase {
  return {
    async executeSql(text, values) {
      const connection = await database.pool.connect();
      try {
        return await execute(connection, text, values);
      } finally {
        connection.release();
      }
    },
    listen: (channel, onMessage, onReconnect) => database.listen(channel, onMessage, onReconnect),
  };
}

async function execute(
  connection: OwnerConnection,
  text: string,
  values: unknown[] | undefined,
): Promise<{ rows: unknown[] }> {
  try {
    const result = values?.length ? await connection.query(text, values) : await connection.query(text);
    // A text with several statements has several results; any of them may have the rows.
    const results: QueryResult[] = Array.isArray(result) ? result : [result];
    return { rows: results.flatMap((one) => one.rows ?? []) };
  } catch (error) {
    // A script of several statements may have failed inside a transaction that it opened.
    await connection.query("rollback").catch(() => undefined);
    throw error;
  }
}
