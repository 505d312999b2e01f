import { pino } from "pino";
import type { TestProject } from "vitest/node";
import { migrateDatabase } from "#server/installation/migrate.ts";
import { openDatabase } from "#server/installation/open-database.ts";
import { RLS } from "#server/start/nouns.ts";
import { runAsAdmin } from "./copied-database.ts";
import { startPostgresServer } from "./postgres-server.ts";
import "./provided.ts";

const TEMPLATE = "counterpart_template";

/** Starts a PostgreSQL server with one migrated database, which every test app copies. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgresServer();
  const adminUrl = server.urlOf("postgres");
  await runAsAdmin(adminUrl, `create database ${TEMPLATE}`);
  const database = await openDatabase(
    { databaseUrl: server.urlOf(TEMPLATE), dataDir: "" },
    pino({ level: "silent" }),
  );
  await migrateDatabase(database, RLS);
  await database.close();
  project.provide("databaseTemplate", { kind: "server", adminUrl, template: TEMPLATE });
  return () => server.stop();
}
