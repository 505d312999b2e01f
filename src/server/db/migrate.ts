import { migrate } from "drizzle-orm/node-postgres/migrator";
import { installQueue } from "../jobs/boss.ts";
import { projectFolder } from "../project-folder.ts";
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
  const failure = await migrate(database.db, { migrationsFolder: projectFolder("migrations") });
  if (failure) throw new Error(`The database cannot be brought to this version: ${failure.exitCode}.`);
  await installQueue(database);
}
