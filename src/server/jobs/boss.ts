import type { QueryResult } from "pg";
import { type Db as BossDatabase, type ConstructorOptions, PgBoss, type QueueOptions } from "pg-boss";
import type { Logger } from "pino";
import { NIL } from "uuid";
import type { Database, OwnerConnection } from "../db/database.ts";

/** A job of a dead process is noticed after a heartbeat and a check: half a minute at most. */
const HEARTBEAT_SECONDS = 10;
const LOOK_SECONDS = 10;

/**
 * Retries a job for about a week, after seconds at first and every half hour later. Then the job is given up and
 * logged as an error.
 */
const PATIENCE: QueueOptions = {
  retryLimit: 350,
  retryDelay: 2,
  retryBackoff: true,
  retryDelayMax: 1800,
  expireInSeconds: 300,
  heartbeatSeconds: HEARTBEAT_SECONDS,
};

export function createBoss(database: Database, log: Logger): PgBoss {
  const boss = new PgBoss({
    ...optionsFor(database.kind),
    db: bossDatabase(database),
    migrate: false,
    supervise: true,
    useListenNotify: true,
  });
  boss.on("error", (error) => log.error(error, "The queue met an error"));
  boss.on("warning", (warning) => log.warn(warning.data, warning.message));
  return boss;
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

/** Creates missing queues and gives all queues the options above. */
export async function openQueues(boss: PgBoss, names: readonly string[]): Promise<void> {
  const known = new Set((await boss.getQueues()).map((queue) => queue.name));
  for (const name of names) {
    if (known.has(name)) await boss.updateQueue(name, { ...PATIENCE, notify: true });
    else await boss.createQueue(name, { ...PATIENCE, notify: true });
    // pg-boss caches a queue at its first query. Inside a transaction that query would wait for the embedded
    // database's only connection, which the transaction holds.
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
    listen: (channel, onNotification, onReconnect) => database.listen(channel, onNotification, onReconnect),
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
