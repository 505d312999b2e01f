import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { createPgConfig } from "@electric-sql/pglite/node-postgres";
import { drizzle } from "drizzle-orm/node-postgres";
import { Client, Pool } from "pg";
import type { Logger } from "pino";
import { StartError } from "../start-error.ts";
import { lockData } from "./data-lock.ts";
import type { Database } from "./database.ts";
import { listenOnServer } from "./listen-on-server.ts";

/** Opens the database that the configuration names: a PostgreSQL server, or the embedded one in the data directory. */
export async function openDatabase(
  config: { databaseUrl: string | undefined; dataDir: string },
  log: Logger,
): Promise<Database> {
  return config.databaseUrl ? openServer(config.databaseUrl, log) : openEmbedded(config.dataDir, log);
}

async function openEmbedded(dataDir: string, log: Logger): Promise<Database> {
  const lock = lockData(dataDir);
  try {
    const folder = join(dataDir, "database");
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const engine = await PGlite.create(folder);
    return fromEngine(engine, log, async () => {
      await engine.close();
      lock.release();
    });
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** The embedded engine behind the same pool as a server's: one connection, never closed while it idles. */
function fromEngine(engine: PGlite, log: Logger, closeEngine: () => Promise<void>): Database {
  const pool = new Pool({ ...embeddedConnection(engine), max: 1, idleTimeoutMillis: 0 });
  pool.on("error", (error) => log.error(error, "The embedded database's connection failed"));
  return {
    db: drizzle({ client: pool }),
    pool,
    kind: "embedded",
    async listen(channel, onMessage, onReconnect) {
      const unlisten = await alone(pool, () => engine.listen(channel, onMessage));
      onReconnect();
      return { close: () => alone(pool, () => unlisten()) };
    },
    async close() {
      await pool.end();
      await closeEngine();
    },
  };
}

/**
 * Talks to the engine itself while holding its only connection: LISTEN inside somebody's open transaction would be
 * undone with it, and an answer that comes while another is awaited can reach the wrong one.
 */
async function alone<Result>(pool: Pool, work: () => Promise<Result>): Promise<Result> {
  const connection = await pool.connect();
  try {
    return await work();
  } finally {
    connection.release();
  }
}

function embeddedConnection(engine: PGlite) {
  const config = createPgConfig(engine);
  const parse = config.connection.parse.bind(config.connection);
  // Queries may carry their own result parsers in `types`; this connection takes only a list of parameter types.
  config.connection.parse = (query) =>
    parse({ ...query, types: Array.isArray(query.types) ? query.types : [] });
  return config;
}

async function openServer(databaseUrl: string, log: Logger): Promise<Database> {
  const pool = new Pool({ connectionString: databaseUrl, max: 10, connectionTimeoutMillis: 5000 });
  pool.on("error", (error) => {
    if (!pool.ending) log.error(error, "An idle connection to the database failed");
  });
  await refuseUnreachable(pool, databaseUrl);
  return {
    db: drizzle({ client: pool }),
    pool,
    kind: "server",
    listen: (channel, onMessage, onReconnect) =>
      listenOnServer(
        () => new Client({ connectionString: databaseUrl }),
        log,
        channel,
        onMessage,
        onReconnect,
      ),
    close: () => pool.end(),
  };
}

async function refuseUnreachable(pool: Pool, databaseUrl: string): Promise<void> {
  try {
    await pool.query("select 1");
  } catch (error) {
    await pool.end();
    const { host, pathname } = new URL(databaseUrl);
    throw new StartError(`The database ${pathname.slice(1)} on ${host} (DATABASE_URL) cannot be reached.`, {
      cause: error,
    });
  }
}
