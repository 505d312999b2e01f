import type { Logger } from "pino";
import { migrateDatabase } from "./db/migrate.ts";
import { openDatabase } from "./db/open-database.ts";
import type { Deps } from "./deps.ts";
import type { Env } from "./env.ts";
import { createFileLinks } from "./files/file-links.ts";
import { readLinkKey } from "./files/link-key.ts";
import { createLocalFileStore } from "./files/local-file-store.ts";
import { createIdentity } from "./identity/create-identity.ts";
import { createQueue } from "./jobs/create-queue.ts";
import { createLive } from "./live/create-live.ts";
import { createMailer } from "./mail/create-mailer.ts";
import { createPdfRenderer } from "./pdf/chromium-renderer.ts";

/** Opens everything outside the program as the configuration says, on a migrated database. */
export async function createDeps(env: Env, log: Logger): Promise<Deps & { close(): Promise<void> }> {
  const database = await openDatabase(env, log);
  try {
    await migrateDatabase(database);
  } catch (error) {
    await database.close();
    throw error;
  }
  return {} as never;
}
