import { once } from "node:events";
import { constants } from "node:fs";
import { cp, rm } from "node:fs/promises";
import type { Pool } from "pg";
import type { Logger } from "pino";
import type { EngineStopped } from "../causes.ts";
import type { Database, LogFailure } from "../db/database.ts";
import { embeddedPool } from "./embedded-pool.ts";
import { openUnflushed } from "./open-engine.ts";

type Copy = { pool: Pool; close(): Promise<void> };

/** The folder of the copy, which a killed portal leaves behind. */
export const asideOf = (folder: string) => `${folder}.aside`;

/**
 * Lets others read while a long transaction has the embedded database's only connection: from a copy of its folder of
 * the transaction's beginning, since when nothing else can have changed.
 */
export function createAside(
  folder: string,
  pool: Pool,
  { log, logFailure }: { log: Logger; logFailure: LogFailure },
  checkpoint: () => Promise<unknown>,
): Pick<Database, "readers" | "besideReaders"> {
  let readers: Promise<Pool> | null = null;
  let queue: Promise<unknown> = Promise.resolve();

  async function beside<Result>(run: (lockTables: () => Promise<void>) => Promise<Result>): Promise<Result> {
    // Without a checkpoint, the copy would first repeat the log since the last one.
    await checkpoint();
    const open = Promise.withResolvers<Pool>();
    let copy: Copy | null = null;
    readers = open.promise;
    const leaveCopy = (stopped: EngineStopped) => {
      log.warn(stopped, "Others wait until a long change ends: the copy that they read has stopped");
      readers = null;
    };
    try {
      return await run(async () => {
        copy = await openCopy(folder, logFailure, leaveCopy).catch((error: unknown) => {
          log.warn(error, "Others wait until a long change ends: the database could not be copied for them");
          return null;
        });
        open.resolve(copy?.pool ?? pool);
      });
    } finally {
      readers = null;
      open.resolve(pool);
      await (copy as Copy | null)?.close();
    }
  }

  return {
    readers: () => readers ?? Promise.resolve(pool),
    besideReaders(run) {
      const result = queue.then(() => beside(run));
      queue = result.catch(() => undefined);
      return result;
    },
  };
}

/** The copy is opened as after a power failure: with all that was committed, and nothing else. */
async function openCopy(
  folder: string,
  logFailure: LogFailure,
  onStop: (stopped: EngineStopped) => void,
): Promise<Copy> {
  const aside = asideOf(folder);
  const remove = () => rm(aside, { recursive: true, force: true });
  try {
    await cp(folder, aside, { recursive: true, mode: constants.COPYFILE_FICLONE });
    const engine = await openUnflushed(aside, onStop);
    const pool = embeddedPool(engine, logFailure);
    return {
      pool,
      async close() {
        // A pool that ends never serves the callers that still wait.
        while (pool.waitingCount > 0) await once(pool, "release");
        await pool.end();
        await engine.close();
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}
