import { type ConstructorOptions, PgBoss, type QueueOptions } from "pg-boss";
import type { Logger } from "pino";
import { NIL } from "uuid";
import type { Database, OwnerConnection } from "../db/database.ts";
import { bossDatabase, bossOwner } from "./boss-database.ts";

/** A job of a process that vanished is noticed after a heartbeat and a look: half a minute at most. */
const HEARTBEAT_SECONDS = 10;
const LOOK_SECONDS = 10;

/** A job is tried for about a week: at first after seconds, later each half hour. Then it is given up, loudly. */
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

/** Brings the queue's own tables to their newest form. Part of the migration. */
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
    // No job of ours waits for another one.
    flowIntervalSeconds: 3600,
    bamIntervalSeconds: 3600,
  };
}

/** Makes the queues that are missing, and gives all of them the rules above. */
export async function openQueues(boss: PgBoss, names: readonly string[]): Promise<void> {
  const known = new Set((await boss.getQueues()).map((queue) => queue.name));
  for (const name of names) {
    if (known.has(name)) await boss.updateQueue(name, { ...PATIENCE, notify: true });
    else await boss.createQueue(name, { ...PATIENCE, notify: true });
    // Any look at a queue makes the boss remember it. Were the first one to come from inside a transaction,
    // it would wait for the embedded database's only connection, which that transaction holds.
    await boss.findJobs(name, { id: NIL });
  }
}
