import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import type { Client } from "pg";
import { pino } from "pino";
import { onTestFinished } from "vitest";
import type { Database } from "#server/db/database.ts";
import { openDatabase } from "#server/installation/open-database.ts";

const log = pino({ level: "silent" });

/** The portal's migrations, and behind them one of these statements. */
export async function makeMigrations(statements: string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "counterpart-migrations-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await cp("migrations", folder, { recursive: true });
  const last = join(folder, "29990101000000_one-more");
  await mkdir(last);
  await writeFile(join(last, "migration.sql"), statements.join("--> statement-breakpoint\n"));
  return folder;
}

/** A database as it was before a migration, with these rows. */
export async function openEarlier(databaseUrl: string, migration: string, rows = ""): Promise<Database> {
  const earlier = await makeMigrations([]);
  const names = (await readdir(earlier)).toSorted();
  const first = names.findIndex((name) => name.includes(migration));
  for (const name of names.slice(first)) await rm(join(earlier, name), { recursive: true });
  const database = await openDatabase({ databaseUrl, dataDir: "" }, log);
  onTestFinished(() => database.close());
  await database.asOwner(async (owner) => {
    await migrate(drizzle({ client: owner as Client }), { migrationsFolder: earlier });
    await owner.query(rows);
  });
  return database;
}
