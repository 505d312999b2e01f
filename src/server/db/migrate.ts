import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import { installQueue } from "../jobs/boss.ts";
import { projectFolder } from "../project-folder.ts";
import { installWall } from "../wall/install-wall.ts";
import type { Database, OwnerConnection } from "./database.ts";

/** Any fixed number: processes that start together on one server take turns by it. */
const MIGRATION_LOCK = 4_000_417;

/** Brings the database to the newest schema. Safe to call at every start, by several processes at once. */
export async function migrateDatabase(database: Database): Promise<void> {
  await database.asOwner(async (owner) => {
    await owner.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
    try {
      await migrateTables(owner);
      await installQueue(owner, database.kind);
      await installWall(owner);
    } finally {
      await owner.query("select pg_advisory_unlock($1)", [MIGRATION_LOCK]).catch(() => undefined);
    }
  });
}

/** All migrations that are missing, in one transaction. */
async function migrateTables(owner: OwnerConnection): Promise<void> {
  const db = drizzle({ client: owner as never });
  const failure = await migrate(db, { migrationsFolder: projectFolder("migrations") });
  if (failure) throw new Error(`The database cannot be brought to this version: ${failure.exitCode}.`);
}
