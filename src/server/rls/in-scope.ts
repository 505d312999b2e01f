import { sql } from "drizzle-orm";
import { NodePgSession, NodePgTransaction, nodePgCodecs } from "drizzle-orm/node-postgres";
import { PgDialect } from "drizzle-orm/pg-core";
import { type ClientBase, escapeLiteral, type PoolClient, type QueryConfig } from "pg";
import type { Database, Tx } from "../db/database.ts";
import { roleName } from "../db/roles.ts";
import { inTransaction } from "../db/transaction.ts";
import { type Scope, settingsOf, waitsForLocks } from "./scope.ts";

const DIALECT = new PgDialect({ codecs: nodePgCodecs });

/** All statements of a read see the same snapshot, and the database refuses every change. */
export const BEGIN_READ = "begin isolation level repeatable read read only";

/** Calls `run` in one transaction that sees and changes only the rows of the scope. */
export function inScope<Result>(
  { pool }: Pick<Database, "pool">,
  scope: Scope,
  run: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  return inTransaction(pool, async (client) => {
    await client.query(`begin;${scopeStatements(scope)}`);
    return run(transactionOn(client));
  });
}

/** inScope for work that only reads. */
export async function readInScope<Result>(
  { readers }: Pick<Database, "readers">,
  scope: Scope,
  run: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  return inTransaction(await readers(), async (client) => {
    await client.query(`${BEGIN_READ};${scopeStatements(scope)}`);
    return run(transactionOn(withNamedStatements(client, scope)));
  });
}

/** Filters make ever new statements, of which the later ones are planned at each use. */
const MAX_NAMES = 150;
const NAMES = new Map<string, string>();

/**
 * The connection for reads in a scope. Each statement of the query builder is prepared once for each role, because
 * policies make planning expensive. A search is executed as text: its plan depends on its values.
 */
export function withNamedStatements(client: PoolClient, { role }: Scope): PoolClient {
  const query = (config: QueryConfig & { rowMode?: string }, values?: unknown[]) => {
    if (config.rowMode !== "array") return client.query(config, values);
    const key = `${role} ${config.text}`;
    if (!NAMES.has(key) && NAMES.size < MAX_NAMES) NAMES.set(key, `read_${NAMES.size}`);
    return client.query({ ...config, name: NAMES.get(key) }, values);
  };
  return { query } as PoolClient;
}

/** The transaction that is open on a connection. */
export function transactionOn(client: ClientBase): Tx {
  const session = new NodePgSession(client as PoolClient, DIALECT, {});
  return new NodePgTransaction(DIALECT, session, {}, undefined, false);
}

/** A request that waits longer for a lock fails and may retry, so that it has no connection for long. */
const LOCK_TIMEOUT_MS = 4000;

/** The statements that limit the open transaction to a scope, whichever it had before. */
export function scopeStatements(scope: Scope): string {
  const settings = Object.entries(settingsOf(scope)).map(
    ([name, value]) => `set local app.${name} = ${escapeLiteral(value)};`,
  );
  const waiting = waitsForLocks(scope) ? "" : `set local lock_timeout = ${LOCK_TIMEOUT_MS};`;
  return `${settings.join("")}${waiting}set local role ${roleName(scope.role)}`;
}

/** Shows a visitor's transaction the rows that their key opens. */
export async function presentKey(tx: Tx, key: string): Promise<void> {
  await tx.execute(sql`select set_config('app.key', ${key}, true)`);
}
