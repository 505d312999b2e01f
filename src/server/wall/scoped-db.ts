import { drizzle } from "drizzle-orm/node-postgres";
import type { Pool, QueryConfig } from "pg";
import type { Database, Db, Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { askInScope, inScope } from "./in-scope.ts";
import type { Scope } from "./scope.ts";

/** The database in a scope: every transaction, and every single statement, runs in that scope. */
export function scopedDb(database: Pick<Database, "pool">, scope: Scope): Db {
  const query = (config: QueryConfig, values?: unknown[]) =>
    askInScope(database.pool, scope, { ...config, values: values ?? config.values ?? [] });
  const db = drizzle({ client: { query } as unknown as Pool });
  const transaction = (work: (tx: Tx) => Promise<unknown>) => inScope(database, scope, work);
  const transactionOfPlans: typeof transaction = (work) =>
    inScope(database, scope, work, { keepsPlans: true });
  return Object.assign(db, { transaction, transactionOfPlans }) as Db;
}

/** The same parts with their database in another scope. */
export function withScope<Parts extends Pick<Deps, "database" | "db">>(parts: Parts, scope: Scope): Parts {
  return { ...parts, db: scopedDb(parts.database, scope) };
}
