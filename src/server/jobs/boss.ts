import type { PoolClient, QueryConfig, QueryResult } from "pg";
import {
  type Db as BossDatabase,
  type ConstructorOptions,
  type JobWithMetadata,
  PgBoss,
  type QueueOptions,
} from "pg-boss";
import type { Logger } from "pino";
import { NIL } from "uuid";
import { ADVISORY_LOCKS } from "../db/advisory-locks.ts";
import type { Database, OwnerConnection } from "../db/database.ts";

/** Without a restart, a job of a dead process is noticed after a heartbeat and a check: half a minute at most. */
const HEARTBEAT_SECONDS = 10;
const LOOK_SECONDS = 10;

/** The longest wait after each of the first ten tries. */
const FIRST_WAITS_SECONDS = 45;
const FIRST_TRIES = 10;
const LATER_WAITS_SECONDS = 1800;

/** A job that takes longer is begun anew. */
export const LONGEST_SECONDS = 300;

/**
 * Retries a job for about a week: within a minute at first, every half hour later (waitLonger). Then the job is given
 * up and logged as an error.
 */
const PATIENCE: QueueOptions = {
  retryLimit: 350,
  retryDelay: 2,
  retryBackoff: true,
  retryDelayMax: FIRST_WAITS_SECONDS,
  expireInSeconds: LONGEST_SECONDS,
  heartbeatSeconds: HEARTBEAT_SECONDS,
};

const OPTIONS = { ...PATIENCE, notify: true };

/** `onJob` hears of each queue that has got jobs, in place of all its workers: one who begins wakes the next. */
export function createBoss(database: Database, log: Logger, onJob: (queue: string) => void): PgBoss {
  const boss = new PgBoss({
    ...optionsFor(database.kind),
    db: bossDatabase(database, onJob),
    migrate: false,
    supervise: true,
    useListenNotify: true,
  });
  boss.on("error", (error: unknown) => {
    // Of errors that its workers meet, the queue passes on copies, which are no errors themselves.
    const met = error instanceof Error ? error : Object.assign(new Error(), error);
    database.tellFailure(met, "error", `The queue met an error: ${causeOf(met)}`);
  });
  boss.on("warning", (warning) => log.warn(warning.data, warning.message));
  return boss;
}

/** The words of an error. Node's errors for an unreachable server have a code and no message. */
function causeOf({ message, code, queue }: Error & { code?: string; queue?: string }): string {
  const words = message || (code ?? "unknown");
  return queue ? `${words} (queue ${queue})` : words;
}

/** Lets a job that failed at each of its first tries wait longer before the next ones. */
export async function waitLonger({ pool }: Database, job: JobWithMetadata): Promise<void> {
  if (job.retryCount < FIRST_TRIES) return;
  await pool.query("update pgboss.job set retry_delay_max = $1 where name = $2 and id = $3", [
    LATER_WAITS_SECONDS,
    job.name,
    job.id,
  ]);
}

/** Lets a job go on waiting: the next try is not far, and none is the last. */
export async function waitOn({ pool }: Database, job: JobWithMetadata): Promise<void> {
  await pool.query(
    `update pgboss.job set retry_limit = greatest(retry_limit, retry_count + $1), retry_delay_max = $2,
       keep_until = greatest(keep_until, now() + interval '14 days') where name = $3 and id = $4`,
    [PATIENCE.retryLimit, FIRST_WAITS_SECONDS, job.name, job.id],
  );
}

/** Marks a job that starts with the process that runs it. The queue overwrites the mark when the job has ended. */
export async function markRunning({ pool, processNumber }: Database, job: JobWithMetadata): Promise<void> {
  if (processNumber === null) return;
  await pool.query(
    "update pgboss.job set output = jsonb_build_object('process', $1::int) where name = $2 and id = $3",
    [processNumber, job.name, job.id],
  );
}

/**
 * Lets the jobs of killed processes run at once: a killed job has not failed. A process is dead if nobody holds the
 * lock on its number. If no other process is alive, all running jobs are of dead ones.
 */
export async function takeUpKilled(database: Database): Promise<void> {
  await database.asOwner(async (owner) => {
    const { rows } = await owner.query<{ is_alone: boolean }>("select pg_try_advisory_lock($1) as is_alone", [
      ADVISORY_LOCKS.alive,
    ]);
    const startAgain = "update pgboss.job set state = 'retry', start_after = now() where state = 'active'";
    if (!rows[0]?.is_alone) {
      await owner.query(
        `${startAgain} and output ? 'process' and not exists (
           select from pg_locks join pg_database on pg_database.oid = pg_locks.database
           where datname = current_database() and locktype = 'advisory' and objsubid = 2
             and classid = $1::bigint::oid and objid = (output->>'process')::bigint::oid)`,
        [ADVISORY_LOCKS.process],
      );
      return;
    }
    try {
      await owner.query(startAgain);
    } finally {
      await owner.query("select pg_advisory_unlock($1)", [ADVISORY_LOCKS.alive]).catch(() => undefined);
    }
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
function bossDatabase(database: Database, onJob: (queue: string) => void): BossDatabase {
  return {
    async executeSql(text, values) {
      const connection = await database.pool.connect();
      try {
        if (FETCHES.test(text))
          return await takeNext(connection, { name: nameOf(text), text, values: values ?? [] });
        return await execute(connection, text, values);
      } finally {
        connection.release();
      }
    },
    listen: (channel, _onNotification, onReconnect) => database.listen(channel, onJob, onReconnect),
  };
}

/**
 * Where the driver can send statements together, nobody waits until it is on the disk that a job was taken: if a crash
 * forgets it, the job is taken again, as one of a killed process is. What the job does is made durable after it.
 */
async function takeNext(connection: PoolClient, fetch: QueryConfig): Promise<QueryResult> {
  if (!connection.pipeline) return connection.query(fetch);
  const begun = connection.query("begin; set local synchronous_commit = off");
  const taken = connection.query(fetch);
  const ended = connection.query("commit");
  await Promise.allSettled([begun, taken, ended]);
  await ended;
  return taken;
}

/** The statement that takes a queue's next job: long, and asked with the same words for every job. */
const FETCHES = /^\s*WITH\s+next AS \(/;
const names = new Map<string, string>();

/** There are as many texts as queues. */
function nameOf(text: string): string {
  const name = names.get(text) ?? `next_job_${names.size}`;
  names.set(text, name);
  return name;
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
