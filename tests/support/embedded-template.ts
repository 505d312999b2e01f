import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import type { TestProject } from "vitest/node";
import { migrateDatabase } from "#server/installation/migrate.ts";
import { openDatabase } from "#server/installation/open-database.ts";
import { RLS } from "#server/start/nouns.ts";
import "./provided.ts";

/** Creates one migrated embedded database, which every test app copies. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), "counterpart-template-"));
  const database = await openDatabase({ databaseUrl: undefined, dataDir }, pino({ level: "silent" }));
  await migrateDatabase(database, RLS);
  await database.close();
  project.provide("databaseTemplate", { kind: "embedded", folder: join(dataDir, "database") });
  return () => rm(dataDir, { recursive: true, force: true });
}
