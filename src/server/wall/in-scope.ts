import { sql } from "drizzle-orm";
import { NodePgSession, NodePgTransaction, nodePgCodecs } from "drizzle-orm/node-postgres";
import { PgDialect } from "drizzle-orm/pg-core";
import { type ClientBase, escapeLiteral, type Pool, type PoolClient } from "pg";
import type { Database, Tx } from "../db/database.ts";
import { preparing } from "./prepared-statements.ts";
import { roleName } from "./roles.ts";
import { type Scope, settingsOf } from "./scope.ts";

const DIALECT = new PgDialect({ codecs: nodePgCodecs });

/** Runs `work` in one transaction that sees and changes only the rows of the scope. */
export async function inScope<Result>(
  { pool }: Pick<Database, "pool">,
  scope: Scope,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  return onScopedConnection(pool, scope, "begin", (client) => work(transactionOn(client)));
}

/** inScope for work that only reads: the database refuses every change, and keeps the plans of the statements. */
export async function readInScope<Result>(
  database: Pick<Database, "readers">,
  scope: Scope,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  return onScopedConnection(await database.readers(), scope, "begin read only", (client) =>
    work(transactionOn(preparing(client, scope.role))),
  );
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

/** inScope for work that uses the driver directly. */
export async function onScopedConnection<Result>(
  pool: Pool,
  scope: Scope,
  begin: "begin" | "begin read only",
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let broken: Error | undefined;
  const onBroken = (error: Error) => {
    broken ??= error;
  };
  client.on("error", onBroken);
  try {
    await client.query(`${begin};${waitingOf(scope)}${namingOf(scope)}`);
    const result = await work(client);
    await client.query("commit");
    return result;
  } catch (error) {
    if (!broken) await client.query("rollback").catch(onBroken);
    throw error;
  } finally {
    client.off("error", onBroken);
    client.release(broken);
  }
}

/** A request that waits longer for a lock is told to try again, so that it holds no connection for long. */
const LOCK_WAIT_MS = 4000;

/** Jobs and imports wait as long as a lock takes: nobody waits for them. */
function waitingOf({ role }: Scope): string {
  return role === "worker" || role === "portal" ? "" : `set local lock_timeout = ${LOCK_WAIT_MS};`;
}

/** Sent together with BEGIN, in one round trip. */
export function namingOf(scope: Scope): string {
  const settings = Object.entries(settingsOf(scope)).map(
    ([name, value]) => `;set local app.${name} = ${escapeLiteral(value)}`,
  );
  return `set local role ${roleName(scope.role)}${settings.join("")}`;
}

/** Shows a visitor's transaction the rows that their key opens. */
export async function presentKey(tx: Tx, key: string): Promise<void> {
  await tx.execute(sql`select set_config('app.key', ${key}, true)`);
}
