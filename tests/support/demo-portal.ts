import { execFile } from "node:child_process";
import { cpSync, existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { pino } from "pino";
import { inject } from "vitest";
import type { Db } from "#server/db/database.ts";
import { openDatabase } from "#server/installation/open-database.ts";
import { scopedDb } from "#server/rls/scoped-db.ts";
import { knowSessions } from "./browser.ts";
import { type CopiedDatabase, copyDatabase, runAsAdmin } from "./copied-database.ts";
import type { DemoData } from "./demo-data.ts";
import { startHostedPortal } from "./hosted-portal.ts";
import { BRIEF_RUN, type Portal, startPortal } from "./portal.ts";

const run = promisify(execFile);
const COMMAND_LINE = fileURLToPath(new URL("../../dist/server/cli.js", import.meta.url));

type Statement = { text: string; values?: unknown[] };

export type DemoOptions = {
  /** A process of its own, which can be killed. */
  isAlone?: boolean;
  /** The portal's environment variables. */
  variables?: Record<string, string>;
  /** Lists of a world file, imported by the command line after the demo data. */
  world?: Record<string, unknown[]>;
  /** Statements that run before the portal starts, for states that no screen and no import can produce. */
  statements?: Statement[];
  /** Like `statements`, for more than a few of them. */
  prepare?: (db: Db) => Promise<void>;
};

/** A portal with the environment variables that name its data. */
export type DemoPortal = Portal & { places: Own };

/** Starts the built server on a fresh copy of the demo data, on a PostgreSQL server. */
export async function startDemoPortal(options: DemoOptions = {}): Promise<DemoPortal> {
  const dataDir = await mkdtemp(join(tmpdir(), "counterpart-portal-"));
  const removeFolder = () => rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
  let database: CopiedDatabase | undefined;
  const remove = async () => {
    await database?.drop();
    await removeFolder();
  };
  try {
    const demoData = inject("demoData");
    cpSync(await untilMade(demoData), dataDir, { recursive: true });
    database = await copyDatabase(demoData.adminUrl, demoData.template);
    // A session asks again for a proof after some minutes, and the demo people signed in when the suite began.
    await runAsAdmin(database.url, 'update "session" set "confirmedAt" = now()');
    const own = { DATA_DIR: dataDir, DATABASE_URL: database.url };
    if (options.world) await loadWorldFile(own, options.world);
    if (options.statements || options.prepare) await prepareDatabase(own, options);
    const start = options.isAlone ? startPortal : startHostedPortal;
    const portal = await start({ ...options.variables, ...own });
    knowSessions(portal.url, JSON.parse(readFileSync(demoData.sessions, "utf8")));
    return {
      ...portal,
      places: own,
      async remove() {
        await portal.remove();
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

type Own = { DATA_DIR: string; DATABASE_URL: string };

async function untilMade({ complete, failure }: DemoData): Promise<string> {
  while (!existsSync(complete)) {
    if (existsSync(failure)) throw new Error(readFileSync(failure, "utf8"));
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return complete;
}

async function loadWorldFile(own: Own, lists: Record<string, unknown[]>): Promise<void> {
  const path = join(own.DATA_DIR, "world.json");
  await writeFile(path, JSON.stringify({ worldVersion: 1, ...lists }));
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, NODE_ENV: "production", ...own };
  await run(process.execPath, [...BRIEF_RUN, COMMAND_LINE, "load", path], { env });
}

async function prepareDatabase(own: Own, { statements = [], prepare }: DemoOptions): Promise<void> {
  const places = { databaseUrl: own.DATABASE_URL, dataDir: own.DATA_DIR };
  const database = await openDatabase(places, pino({ level: "silent" }));
  try {
    await database.asOwner(async (owner) => {
      for (const statement of statements) await owner.query(statement);
    });
    await prepare?.(scopedDb(database, { role: "portal" }));
  } finally {
    await database.close();
  }
}
