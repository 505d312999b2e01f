import { drizzle } from "drizzle-orm/node-postgres";
import type { Pool, QueryConfig } from "pg";
import type { Database, Db, Tx } from "../db/database.ts";
import { inTransaction } from "../db/transaction.ts";
import type { Deps } from "../deps.ts";
import { inScope, scopeStatements } from "./in-scope.ts";
import type { Scope } from "./scope.ts";

/** The database in a scope: every transaction, and every single statement, runs in that scope. */
export function scopedDb(database: Pick<Database, "pool">, scope: Scope): Db {
  const query = (config: QueryConfig, values?: unknown[]) =>
    inTransaction(database.pool, async (client) => {
      await client.query(`begin;${scopeStatements(scope)}`);
      return client.query(config, values);
    });
  const db = drizzle({ client: { query } as unknown as Pool });
  const transaction = (run: (tx: Tx) => Promise<unknown>) => inScope(database, scope, run);
  return Object.assign(db, { transaction }) as Db;
}

/** The same parts with their database in another scope. */
export function withScope<Parts extends Pick<Deps, "database" | "db">>(parts: Parts, scope: Scope): Parts {
  return { ...parts, db: scopedDb(parts.database, scope) };
}
