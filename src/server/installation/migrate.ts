import { readdirSync } from "node:fs";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import type { Client } from "pg";
import { ADVISORY_LOCKS, type Database, type Db, type OwnerConnection } from "../db/database.ts";
import { afterDeadlock } from "../db/database-failure.ts";
import { installQueue } from "../jobs/boss.ts";
import { projectFolder } from "../project-folder.ts";
import { dropRls, installRls, isRlsInstalled, type RlsStatements, rlsDigest } from "../rls/install-rls.ts";
import { StartError } from "../start-error.ts";

/** Migrates the database to the newest schema, one process at a time. `andThen` runs under the same lock. */
export async function migrateDatabase(
  database: Pick<Database, "asOwner" | "kind">,
  rls: RlsStatements,
  migrationsFolder = projectFolder("migrations"),
  andThen: (owner: OwnerConnection) => Promise<void> = async () => undefined,
): Promise<void> {
  await withMigrationLock(database, async (owner) => {
    await refuseNewer(owner, readdirSync(migrationsFolder));
    await installQueue(owner, database.kind);
    // Another process of the portal may run, with locks on what this one drops.
    await afterDeadlock(() => migrateTables(owner, rls, migrationsFolder));
    await andThen(owner);
  });
}

/** Runs work of a start with the owner's rights, in one process at a time. */
export async function withMigrationLock(
  database: Pick<Database, "asOwner">,
  run: (owner: OwnerConnection) => Promise<void>,
): Promise<void> {
  await database.asOwner(async (owner) => {
    await owner.query("select pg_advisory_lock($1)", [ADVISORY_LOCKS.migration]);
    try {
      await run(owner);
    } finally {
      await owner.query("select pg_advisory_unlock($1)", [ADVISORY_LOCKS.migration]).catch(() => undefined);
    }
  });
}

/** A newer version has changed the tables in ways that this one does not know. */
async function refuseNewer(owner: OwnerConnection, known: readonly string[]): Promise<void> {
  const { rows: found } = await owner.query<{ is_there: boolean }>(
    "select to_regclass('drizzle.__drizzle_migrations') is not null as is_there",
  );
  if (!found[0]?.is_there) return;
  const { rows } = await owner.query<{ name: string }>("select name from drizzle.__drizzle_migrations");
  const unknown = rows.map(({ name }) => name).filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  throw new StartError(
    `The database belongs to a newer version of the portal: it has ${unknown.toSorted().join(", ")}, and this version ` +
      `knows the migrations up to ${known.toSorted().at(-1)}. Nothing was changed. Start the newer version again, or ` +
      "restore the backup of the database that was made before the update.",
  );
}

/** Runs missing migrations and builds the rights and policies of every table, in one transaction. */
async function migrateTables(owner: OwnerConnection, rls: RlsStatements, folder: string): Promise<void> {
  const digest = rlsDigest(rls, readdirSync(folder).toSorted());
  await drizzle({ client: owner as Client }).transaction(async (tx) => {
    const isBuilt = await isRlsInstalled(owner, digest);
    if (!isBuilt) await dropRls(owner);
    const failure = await migrate(tx as unknown as Db, { migrationsFolder: folder });
    if (failure) throw new Error(`The database cannot be brought to this version: ${failure.exitCode}.`);
    if (!isBuilt) await installRls(owner, rls, digest);
  });
}
