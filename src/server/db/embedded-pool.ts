import type { PGlite } from "@electric-sql/pglite";
import { createPgConfig } from "@electric-sql/pglite/node-postgres";
import { type ClientBase, Pool } from "pg";
import { APP_ROLE } from "../wall/roles.ts";

/** The embedded engine behind the same pool as a server: one connection that is never closed while idle. */
export function embeddedPool(engine: PGlite): Pool {
  return new Pool({ ...embeddedConnection(engine), max: 1, idleTimeoutMillis: 0, onConnect });
}

function embeddedConnection(engine: PGlite) {
  const config = createPgConfig(engine);
  const parse = config.connection.parse.bind(config.connection);
  // Queries may bring their own result parsers in `types`; this connection accepts only parameter types.
  config.connection.parse = (query) =>
    parse({ ...query, types: Array.isArray(query.types) ? query.types : [] });
  return config;
}

/** The pool awaits this promise, although its types do not say so. */
export const onConnect = takeAppRole as (connection: ClientBase) => void;

/** Sessions run without the rights of the tables' owner. */
export async function takeAppRole(connection: ClientBase): Promise<void> {
  await connection.query(`set role ${APP_ROLE}`);
}
