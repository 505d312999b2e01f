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
const LOOK_SECONDS = 10;

/** The longest wait after each of the first ten tries. */
const FIRST_WAITS_SECONDS = 45;
const FIRST_TRIES = 10;
const LATER_WAITS_SECONDS = 1800;

const RETRY_LIMIT = 350;
const RETENTION_SECONDS = 14 * 24 * 3600;

/** A job that takes longer is started again. */
export const MAX_JOB_SECONDS = 300;

/**
 * Retries a job for about a week: within a minute at first, every half hour later (failTry). Then the job is given up
 * and logged as an error.
 */
const RETRY_OPTIONS: QueueOptions = {
  retryLimit: RETRY_LIMIT,
  retryDelay: 2,
  retryBackoff: true,
  retryDelayMax: FIRST_WAITS_SECONDS,
  expireInSeconds: MAX_JOB_SECONDS,
  heartbeatSeconds: HEARTBEAT_SECONDS,
};

const OPTIONS = { ...RETRY_OPTIONS, notify: true };

export function createBoss(database: Database, log: Logger): PgBoss {
  const boss = new PgBoss({
    ...optionsFor(database.kind),
    db: bossDatabase(database),
    migrate: false,
    supervise: true,
    useListenNotify: true,
  });
  boss.on("error", (error: unknown) => {
    // Of errors that its workers meet, the queue passes on copies, which are no errors themselves.
    const met = error instanceof Error ? error : Object.assign(new Error(), error);
    database.logFailure(met, "error", `The queue met an error: ${causeOf(met)}`);
  });
  boss.on("warning", (warning) => log.warn(warning.data, warning.message));
  return boss;
}

/** The words of an error. Node's errors for an unreachable server have a code and no message. */
function causeOf({ message, code, queue }: Error & { code?: string; queue?: string }): string {
  const words = message || (code ?? "unknown");
  return queue ? `${words} (queue ${queue})` : words;
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
  const boss = new PgBoss({
    ...optionsFor(kind),
    db: bossOwner(owner),
    supervise: false,
    useListenNotify: false,
  });
  await boss.start();
  await boss.stop({ graceful: false, close: false });
}

function optionsFor(kind: Database["kind"]): ConstructorOptions {
  return {
    backend: kind === "embedded" ? "pglite" : "postgres",
    schedule: false,
    superviseIntervalSeconds: LOOK_SECONDS,
    monitorIntervalSeconds: LOOK_SECONDS,
    // None of our jobs waits for another job.
    flowIntervalSeconds: 3600,
    bamIntervalSeconds: 3600,
  };
}

/** Creates missing queues and gives all queues the options above. One that has them costs a start nothing. */
export async function openQueues(boss: PgBoss, names: readonly string[]): Promise<void> {
  const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  for (const name of names) {
    const queue = known.get(name);
    if (queue && hasOptions(queue)) continue;
    if (queue) await boss.updateQueue(name, OPTIONS);
    else await boss.createQueue(name, OPTIONS);
    // pg-boss keeps the queues that it found at its start, and others at their first query. Inside a transaction that
    // query would wait for the embedded database's only connection, which the transaction holds.
    await boss.findJobs(name, { id: NIL });
  }
}

function hasOptions(queue: Partial<Record<keyof typeof OPTIONS, unknown>>): boolean {
  return Object.entries(OPTIONS).every(([name, value]) => queue[name as keyof typeof OPTIONS] === value);
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

/** Connects the queue to the owner's connection, which may create its tables. */
function bossOwner(owner: OwnerConnection): BossDatabase {
  return { executeSql: (text, values) => execute(owner, text, values) };
}

async function execute(
  connection: OwnerConnection,
  text: string,
  values: unknown[] | undefined,
): Promise<{ rows: unknown[] }> {
  try {
    const result = values?.length ? await connection.query(text, values) : await connection.query(text);
    return { rows: rowsOf(result) };
  } catch (error) {
    // A script of several statements may have failed inside a transaction that it opened.
    await connection.query("rollback").catch(() => undefined);
    throw error;
  }
}

/** A text with several statements has several results; any of them may hold the rows. */
function rowsOf(result: QueryResult | QueryResult[]): unknown[] {
  return Array.isArray(result) ? result.flatMap((one) => one.rows ?? []) : result.rows;
}
