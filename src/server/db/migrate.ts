import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import { installQueue } from "../jobs/boss.ts";
import type { Database } from "./database.ts";

/** Any fixed number: processes that start together on one server take turns by it. */
const MIGRATION_LOCK = 4_000_417;

/** Brings the database to the newest schema. Safe to call at every start, by several processes at once. */
export async function migrateDatabase(database: Database): Promise<void> {
  if (database.kind === "embedded") return runMigrations(database);
  const turn = await database.pool.connect();
  try {
    await turn.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
    await runMigrations(database);
  } finally {
    await turn.query("select pg_advisory_unlock($1)", [MIGRATION_LOCK]).catch(() => undefined);
    turn.release();
  }
}

async function runMigrations(database: Database): Promise<void> {
  const failure = await migrate(database.db, { migrationsFolder: migrationsFolder() });
  if (failure) throw new Error(`The database cannot be brought to this version: ${failure.exitCode}.`);
  await installQueue(database);
}

/** The project's migrations, found upwards from this file: it runs from the sources and from the bundle. */
function migrationsFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, "migrations"))) {
    if (folder === dirname(folder))
      throw new Error("The folder migrations/ is missing from this installation.");
    folder = dirname(folder);
  }
  return join(folder, "migrations");
}
