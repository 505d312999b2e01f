import { join } from "node:path";
import type { Logger } from "pino";
import { findSecret } from "../data-dir/secret.ts";
import { readLine } from "../data-dir/write-once.ts";
import type { Database } from "../db/database.ts";
import { openServer } from "../db/open-server.ts";
import type { Queryable } from "../db/roles.ts";
import { openEmbedded } from "../db-embedded/open-embedded.ts";
import { StartError } from "../start-error.ts";
import { requirePair } from "./installation.ts";

/**
 * Opens the configured database: a PostgreSQL server, or the embedded one in the data directory. `admit` reads it before
 * anything is changed, and throws StartError to refuse the data directory.
 */
export async function openDatabase(
  config: { databaseUrl: string | undefined; dataDir: string },
  log: Logger,
  admit: (owner: Queryable, dataDir: string) => Promise<void> = requirePair,
): Promise<Database> {
  const { databaseUrl, dataDir } = config;
  refuseUnready(dataDir);
  // A secret that cannot be read is refused before anything is made or opened.
  findSecret(dataDir);
  const admitOwner = (owner: Queryable) => admit(owner, dataDir);
  return databaseUrl ? openServer(databaseUrl, log, admitOwner) : openEmbedded(dataDir, log, admitOwner);
}

/** A file of this name is in a data directory while a backup is restored into it. It holds the id of the backup. */
export function pathOfRestore(dataDir: string): string {
  return join(dataDir, "restore-unfinished");
}

/** A file of this name is in a data directory whose portal was moved elsewhere. It tells where and when. */
export function pathOfMove(dataDir: string): string {
  return join(dataDir, "moved");
}

/** Throws StartError if the directory holds half of a portal, or one that lives on elsewhere. */
function refuseUnready(dataDir: string): void {
  if (readLine(pathOfRestore(dataDir)) !== null)
    throw new StartError(
      `A restore into the data directory ${dataDir} was not finished. Nothing was changed. Run the same restore again, or ` +
        "set DATA_DIR to another folder.",
    );
  const moved = readLine(pathOfMove(dataDir));
  if (moved !== null)
    throw new StartError(
      `The portal of the data directory ${dataDir} was moved ${moved}. Nothing was changed. Start it there. Only if no one ` +
        `has used it there may you go back: remove the file ${pathOfMove(dataDir)} and start again.`,
    );
}
