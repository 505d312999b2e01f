import type { PGlite } from "@electric-sql/pglite";
import { createPgConfig } from "@electric-sql/pglite/node-postgres";
import { Pool } from "pg";
import type { Logger } from "pino";
import { hasEngineStopped } from "../causes.ts";
import type { LogFailure } from "../db/database.ts";
import { ignoreLostConnection, onConnect } from "../db/roles.ts";

/** The embedded engine behind the same pool as a server: one connection that is never closed while idle. */
export function embeddedPool(engine: PGlite, logFailure: LogFailure): Pool {
  const pool = new Pool({
    ...embeddedConnection(engine),
    max: 1,
    pipeline: true,
    idleTimeoutMillis: 0,
    onConnect,
  });
  pool.on("connect", ignoreLostConnection);
  pool.on("error", (error) => logFailure(error, "error", "The embedded database's connection failed"));
  return pool;
}

/** That the engine has stopped is logged once: each further line would be written to a disk that is full. */
export function logUnlessStopped(log: Logger): LogFailure {
  return (error, level, message) => log[hasEngineStopped(error) ? "debug" : level](error, message);
}

function embeddedConnection(engine: PGlite) {
  const config = createPgConfig(engine);
  const parse = config.connection.parse.bind(config.connection);
  // Queries may bring their own result parsers in `types`; this connection accepts only parameter types.
  config.connection.parse = (query) =>
    parse({ ...query, types: Array.isArray(query.types) ? query.types : [] });
  return config;
}
