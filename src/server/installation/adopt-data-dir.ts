import type { Logger } from "pino";
import { hasWholeDatabase } from "../db-embedded/refuse-damaged-folder.ts";
import { trustKeysOf } from "../evidence/evidence-key.ts";
import type { RlsStatements } from "../rls/install-rls.ts";
import { StartError } from "../start-error.ts";
import { requireAdoptable, retireForeignKeys, settlePair } from "./installation.ts";
import { migrateDatabase, withMigrationLock } from "./migrate.ts";
import { openDatabase } from "./open-database.ts";

/** Makes the data directory the database's own, with its id and a secret. Returns the consequences, for the operator. */
export async function adoptDataDir(
  config: { databaseUrl: string | undefined; dataDir: string },
  log: Logger,
  rls: RlsStatements,
): Promise<string> {
  const { dataDir, databaseUrl } = config;
  if (!databaseUrl && !hasWholeDatabase(dataDir)) {
    throw new StartError(
      `There is no database in ${dataDir}: there is nothing to adopt. Nothing was changed. Correct DATA_DIR, or set ` +
        "DATABASE_URL if the database is on a server.",
    );
  }
  const database = await openDatabase(config, log, requireAdoptable);
  try {
    await migrateDatabase(database, rls);
    let retired = 0;
    await withMigrationLock(database, async (owner) => {
      await settlePair(owner, dataDir);
      retired = await retireForeignKeys(owner, dataDir);
      await trustKeysOf(owner, dataDir);
    });
    return retired === 0
      ? `The data directory ${dataDir} belongs to the database. Start the portal.`
      : `The data directory ${dataDir} belongs to the database now, with a secret of its own. Everyone signs in ` +
          "again, with the password alone, and codes and links that were mailed before stop working. Restore the " +
          "folder `files` from a backup, if there is one: PDFs and pictures that are missing there cannot be opened. " +
          "Start the portal.";
  } finally {
    await database.close();
  }
}
