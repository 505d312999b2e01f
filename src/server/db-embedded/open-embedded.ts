import { mkdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import type { PGlite } from "@electric-sql/pglite";
import { drizzle } from "drizzle-orm/node-postgres";
import type { ClientBase, Pool } from "pg";
import type { Logger } from "pino";
import { type EngineStopped, hasEngineStopped, isDiskFault } from "../causes.ts";
import { syncFolder, syncTree } from "../data-dir/write-once.ts";
import type { Database } from "../db/database.ts";
import { assumeAppRole, ensureRoles, type Queryable } from "../db/roles.ts";
import { lockData } from "./data-lock.ts";
import { DurableFiles } from "./durable-files.ts";
import { embeddedPool, logUnlessStopped } from "./embedded-pool.ts";
import { makeEngine, openEngine, openUnflushed } from "./open-engine.ts";
import { asideOf, createAside } from "./read-aside.ts";
import { damagedDatabase, hasWholeDatabase } from "./refuse-damaged-folder.ts";

const STOPPED = "The embedded database has stopped";
const START_AGAIN = "What was confirmed is safe. Start the portal again";

/** Opens the embedded database in the data directory. `admit` looks at it before anything is changed. */
export async function openEmbedded(
  dataDir: string,
  log: Logger,
  admit: (owner: Queryable) => Promise<void>,
): Promise<Database> {
  const lock = lockData(dataDir);
  try {
    const folder = join(dataDir, "database");
    rmSync(asideOf(folder), { recursive: true, force: true });
    if (!hasWholeDatabase(dataDir)) await makeComplete(folder, makeEngine);
    // A start on a full disk leaves the engine's own lock empty, which no later start accepts. Ours is held.
    rmSync(join(folder, "postmaster.pid"), { force: true });
    const files = new DurableFiles(folder, undefined, (stopped) => logStop(stopped, log));
    const engine = await openEngine(folder, files).catch((error: unknown) => {
      throw isDiskFault(error) ? error : damagedDatabase(folder, "the database engine cannot open it", error);
    });
    try {
      await admit(engine);
      await ensureRoles(engine);
    } catch (error) {
      await engine.close();
      throw error;
    }
    return fromEngine(engine, folder, log, async () => {
      await engine.close();
      lock.release();
    });
  } catch (error) {
    lock.release();
    throw error;
  }
}

function logStop(stopped: EngineStopped, log: Logger): void {
  const why = isDiskFault(stopped) ? ", because it could not use its disk. Look at the disk" : "";
  log.error(stopped, `${STOPPED}${why}. ${START_AGAIN}`);
}

/** Makes an embedded database with what `fill` puts into it. */
export function makeFilledDatabase<Result>(
  dataDir: string,
  log: Logger,
  fill: (database: Database) => Promise<Result>,
): Promise<Result> {
  return makeComplete(join(dataDir, "database"), async (part) => {
    await makeEngine(part);
    const engine = await openEngine(part);
    try {
      await ensureRoles(engine);
      const database = fromEngine(engine, part, log, async () => undefined);
      try {
        return await fill(database);
      } finally {
        await database.close();
      }
    } finally {
      await engine.close();
    }
  });
}

/** Made under another name, so that a process that is killed leaves no half of a database. */
async function makeComplete<Result>(
  folder: string,
  make: (part: string) => Promise<Result>,
): Promise<Result> {
  const part = `${folder}.part`;
  rmSync(part, { recursive: true, force: true });
  mkdirSync(part, { mode: 0o700 });
  const result = await make(part);
  await syncTree(part);
  renameSync(part, folder);
  await syncFolder(dirname(folder));
  return result;
}

/** Opens a copy of an embedded database's folder that no one else uses. */
export async function openCopy(folder: string, log: Logger): Promise<Database> {
  const engine = await openUnflushed(folder);
  return fromEngine(engine, folder, log, () => engine.close());
}

function fromEngine(engine: PGlite, folder: string, log: Logger, closeEngine: () => Promise<void>): Database {
  const logFailure = logUnlessStopped(log);
  const pool = embeddedPool(engine, logFailure);
  const asOwner: Database["asOwner"] = async (run) => {
    const connection = await pool.connect();
    try {
      await connection.query("reset role");
      return await run(connection);
    } finally {
      connection.release(await leaveOwnersRole(connection));
    }
  };
  return {
    db: drizzle({ client: pool }),
    pool,
    kind: "embedded",
    processNumber: null,
    ...createAside(folder, pool, { log, logFailure }, () => asOwner((owner) => owner.query("checkpoint"))),
    async listen(channel, onMessage, onReconnect) {
      const unlisten = await withoutOthers(pool, () => engine.listen(channel, onMessage));
      onReconnect();
      return { close: () => withoutOthers(pool, () => unlisten()).catch(unlessStopped) };
    },
    logFailure,
    asOwner,
    async close() {
      await pool.end();
      await closeEngine();
    },
  };
}

/**
 * Rolls back first, because the end of a failed transaction would bring the owner's role back. Returns why the
 * connection cannot be used again: the pool then makes another one.
 */
async function leaveOwnersRole(connection: ClientBase): Promise<Error | undefined> {
  try {
    await connection.query("rollback");
    await assumeAppRole(connection);
  } catch (error) {
    return error as Error;
  }
}

function unlessStopped(error: unknown): void {
  if (!hasEngineStopped(error)) throw error;
}

/**
 * Uses the engine directly while holding its only connection. LISTEN inside an open transaction would be rolled back
 * with it, and the answers of two concurrent queries can be mixed up.
 */
async function withoutOthers<Result>(pool: Pool, run: () => Promise<Result>): Promise<Result> {
  const connection = await pool.connect();
  try {
    return await run();
  } finally {
    connection.release();
  }
}
