import { readdirSync } from "node:fs";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import type { Client } from "pg";
import { installQueue } from "../jobs/boss.ts";
import { projectFolder } from "../project-folder.ts";
import { buildWall, isWallBuilt, takeWallDown, wallFor } from "../wall/build-wall.ts";
import type { Database, Db, OwnerConnection } from "./database.ts";

/** Any fixed number. Processes that start together on one server take turns with this lock. */
const MIGRATION_LOCK = 4_000_417;

/** Migrates the database to the newest schema. Safe at every start and in several processes at once. */
export async function migrateDatabase(
  database: Pick<Database, "asOwner" | "kind">,
  migrationsFolder = projectFolder("migrations"),
): Promise<void> {
  await database.asOwner(async (owner) => {
    await owner.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
    try {
      await installQueue(owner, database.kind);
      await migrateTables(owner, migrationsFolder);
    } finally {
      await owner.query("select pg_advisory_unlock($1)", [MIGRATION_LOCK]).catch(() => undefined);
    }
  });
}

/** Runs missing migrations and builds the rights and policies of every table, in one transaction. */
async function migrateTables(owner: OwnerConnection, migrationsFolder: string): Promise<void> {
  const wall = wallFor(readdirSync(migrationsFolder).toSorted());
  await drizzle({ client: owner as Client }).transaction(async (tx) => {
    const isBuilt = await isWallBuilt(owner, wall);
    if (!isBuilt) await takeWallDown(owner);
    const failure = await migrate(tx as unknown as Db, { migrationsFolder });
    if (failure) throw new Error(`The database cannot be brought to this version: ${failure.exitCode}.`);
    if (!isBuilt) await buildWall(owner, wall);
  });
}
