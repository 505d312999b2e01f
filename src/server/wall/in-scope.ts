import { sql } from "drizzle-orm";
import { NodePgSession, NodePgTransaction, nodePgCodecs } from "drizzle-orm/node-postgres";
import { PgDialect } from "drizzle-orm/pg-core";
import { type ClientBase, escapeLiteral, type PoolClient } from "pg";
import type { Database, Tx } from "../db/database.ts";
import { roleName } from "../db/roles.ts";
import { inTransaction } from "../db/transaction.ts";
import { LOCK_WAIT_MS, type Scope, settingsOf, waitsForLocks } from "./scope.ts";

const DIALECT = new PgDialect({ codecs: nodePgCodecs });

/** All statements of a read see the same snapshot, and the database refuses every change. */
export const BEGIN_READ = "begin isolation level repeatable read read only";

/** Runs `work` in one transaction that sees and changes only the rows of the scope. */
export function inScope<Result>(
  { pool }: Pick<Database, "pool">,
  scope: Scope,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  return inTransaction(pool, async (client) => {
    await client.query(`begin;${namingOf(scope)}`);
    return work(transactionOn(client));
  });
}

/** inScope for work that only reads. */
export async function readInScope<Result>(
  { readers }: Pick<Database, "readers">,
  scope: Scope,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  return inTransaction(await readers(), async (client) => {
    await client.query(`${BEGIN_READ};${namingOf(scope)}`);
    return work(transactionOn(client));
  });
}

/** The transaction that is open on a connection. */
export function transactionOn(client: ClientBase): Tx {
  return new NodePgTransaction(
    DIALECT,
    new NodePgSession(client as PoolClient, DIALECT, {}),
    {},
    undefined,
    false,
  );
}

/** Limits the open transaction to a scope, whichever it had before. */
export function namingOf(scope: Scope): string {
  const settings = Object.entries(settingsOf(scope)).map(
    ([name, value]) => `set local app.${name} = ${escapeLiteral(value)};`,
  );
  const waiting = waitsForLocks(scope) ? "" : `set local lock_timeout = ${LOCK_WAIT_MS};`;
  return `${settings.join("")}${waiting}set local role ${roleName(scope.role)}`;
}

/** Shows a visitor's transaction the rows that their key opens. */
export async function presentKey(tx: Tx, key: string): Promise<void> {
  await tx.execute(sql`select set_config('app.key', ${key}, true)`);
}
