import { randomBytes } from "node:crypto";
import { cpSync } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { v7 } from "uuid";
import { inject } from "vitest";
import type { Db } from "#server/db/database.ts";
import type { Deps } from "#server/deps.ts";
import { readEnv } from "#server/env/read-env.ts";
import { createOutside } from "#server/outside/fetch-outside.ts";
import { authSessions } from "#server/schema/identity.ts";
import { createApp } from "#server/start/app.ts";
import { createDeps } from "#server/start/create-deps.ts";
import { ApiClient, type Speaker } from "./api-client.ts";
import { closeAfterFile } from "./close-after-file.ts";
import { copyDatabase } from "./copied-database.ts";
import { freePort } from "./free-port.ts";
import { recordLog, type TestLog } from "./test-log.ts";
import "./provided.ts";
import { scopedDb, withScope } from "#server/rls/scoped-db.ts";

export type TestApp = ApiClient & {
  baseUrl: string;
  deps: Parameters<typeof createApp>[0];
  db: Db;
  log: TestLog;
  /** Runs a statement with the rights of the tables' owner, which the portal does not have. */
  alterTables(statement: string): Promise<void>;
  /** The app's configuration. createTestApp with the same variables serves the same data again. */
  variables: Record<string, string>;
  /** Stops the server and keeps its data, for a restart. */
  stop(): Promise<void>;
  /** Stops the server and removes its data. Throws if the server logged an error that no test allowed. */
  close(): Promise<void>;
};

/** No other host can be reached, whatever machine the tests run on. */
const NOWHERE = createOutside({ resolve: async () => ["127.0.0.1"], mayConnect: () => false });

/** A company with the example's name, which the portal takes for its own. */
const NAMED = { COMPANY_NAME: "Ember & Oak Digital" };

/**
 * Starts the real server on a free port, with a migrated database, queue, PDFs and mail (as files) in its own data
 * directory. `variables` are its environment; DATA_DIR continues with existing data. `outside` replaces other hosts.
 */
export async function createTestApp(
  variables: Record<string, string> = {},
  outside = NOWHERE,
): Promise<TestApp> {
  const home = variables.DATA_DIR ? null : await makeHome();
  const port = await freePort();
  const baseUrl = `http://127.0.0.1:${port}`;
  const all = { ...NAMED, DEMO: "0", LOG_LEVEL: "info", ...home?.variables, ...variables };
  const env = readEnv({ PUBLIC_URL: baseUrl, ...all, PORT: String(port) });
  const log = recordLog(env.logLevel);
  const deps = await createDeps(env, log.logger, outside);
  const app = await createApp(deps, null);
  await deps.queue.work(withScope(deps, { role: "worker" }));
  await app.listen({ host: env.host, port });

  const db = scopedDb(deps.database, { role: "portal" });
  const client = new ApiClient(baseUrl, (person) => openSession(deps, person));
  let isServing = true;
  async function stop(): Promise<void> {
    if (!isServing) return;
    isServing = false;
    await app.close();
    await deps.close();
  }
  async function close(): Promise<void> {
    await stop();
    await home?.remove();
    log.refuseErrors();
  }
  const alterTables = (statement: string) =>
    deps.database.asOwner(async (owner) => void (await owner.query(statement)));
  return Object.assign(client, { deps, db, alterTables, log, variables: all, stop, close });
}

/** An app for all tests of the file that calls this, once at its top. */
export async function startTestApp(...options: Parameters<typeof createTestApp>): Promise<TestApp> {
  const app = await createTestApp(...options);
  await closeAfterFile(app.close);
  return app;
}

/** A session as sign-in creates it, without checking a password, which is slow. */
export async function openSession(
  { db, secrets }: Pick<Deps, "db" | "secrets">,
  { authUserId }: Speaker,
): Promise<string> {
  const token = randomBytes(24).toString("base64url");
  // A test may have set the portal's clock, which the database does not know.
  const createdAt = new Date();
  const expiresAt = new Date(createdAt.getTime() + 3_600_000);
  const stored = secrets.hash("session", token);
  await db
    .insert(authSessions)
    .values({ id: v7(), token: stored, userId: authUserId, createdAt, updatedAt: createdAt, expiresAt });
  return token;
}

/** A data directory with a copy of the migrated database, or a new database on the run's server. */
async function makeHome(): Promise<{ variables: Record<string, string>; remove(): Promise<void> }> {
  const template = inject("databaseTemplate");
  const dataDir = await mkdtemp(join(tmpdir(), "counterpart-app-"));
  const removeFolder = () => rm(dataDir, { recursive: true, force: true });
  if (template.kind === "embedded") {
    await mkdir(join(dataDir, "database"));
    // Copies a thousand small files synchronously, which takes a third of the time of promises.
    cpSync(template.folder, join(dataDir, "database"), { recursive: true });
    return { variables: { DATA_DIR: dataDir }, remove: removeFolder };
  }
  const database = await copyDatabase(template.adminUrl, template.template);
  return {
    variables: { DATA_DIR: dataDir, DATABASE_URL: database.url },
    async remove() {
      await database.drop();
      await removeFolder();
    },
  };
}
