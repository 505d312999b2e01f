import type { Logger } from "pino";
import { findSecret } from "../data-dir/secret.ts";
import type { Database } from "../db/database.ts";
import { openServer } from "../db/open-server.ts";
import type { Asker } from "../db/roles.ts";
import { openEmbedded } from "../db-embedded/open-embedded.ts";
import { requirePair } from "./installation.ts";
import { refuseUnready } from "./refuse-unready-folder.ts";

/** Looks at the database before anything is changed. Throws StartError to refuse the data directory. */
type Admit = (owner: Asker, dataDir: string) => Promise<void>;

/** Opens the configured database: a PostgreSQL server, or the embedded one in the data directory. */
export async function openDatabase(
  config: { databaseUrl: string | undefined; dataDir: string },
  log: Logger,
  admit: Admit = requirePair,
): Promise<Database> {
  const { databaseUrl, dataDir } = config;
  refuseUnready(dataDir);
  // A secret that cannot be read is refused before anything is made or opened.
  findSecret(dataDir);
  return databaseUrl
    ? openServer(databaseUrl, log, (owner) => admit(owner, dataDir))
    : openEmbedded(dataDir, log, (owner) => admit(owner, dataDir));
}
