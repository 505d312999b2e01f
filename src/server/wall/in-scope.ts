import { sql } from "drizzle-orm";
import { NodePgSession, NodePgTransaction, nodePgCodecs } from "drizzle-orm/node-postgres";
import { PgDialect } from "drizzle-orm/pg-core";
import { type ClientBase, escapeLiteral, type Pool, type PoolClient } from "pg";
import { type Answered, type Asked, askTogether, hasSpoiled, isSpoiled } from "../db/ask-together.ts";
import type { Database, Tx } from "../db/database.ts";
import { lendConnection } from "../db/lend-connection.ts";
import { roleName } from "../db/roles.ts";
import { enter } from "./enter.ts";
import { preparing, preparingAll } from "./prepared-statements.ts";
import { LOCK_WAIT_MS, type Scope, settingsOf, waitsForLocks } from "./scope.ts";

const DIALECT = new PgDialect({ codecs: nodePgCodecs });

/**
 * Runs `work` in one transaction that sees and changes only the rows of the scope. Where the driver can, statements
 * follow BEGIN, and COMMIT those that nobody has waited for; if one of them was refused, COMMIT undoes everything.
 * `keepsPlans`: of every statement (preparingAll).
 */
export async function inScope<Result>(
  { pool }: Pick<Database, "pool">,
  scope: Scope,
  work: (tx: Tx) => Promise<Result>,
  { keepsPlans = false } = {},
): Promise<Result> {
  const { client, giveBack, onBroken } = await borrow(pool);
  const { client: lent, end } = lendConnection(client);
  try {
    const begun = client.query(beginIn(scope, "begin", keepsPlans));
    begun.catch(onBroken);
    if (!client.pipeline) await begun;
    const result = await work(transactionOn(keepsPlans ? preparingAll(lent, scope.role) : lent));
    const answered = end();
    if (!client.pipeline) await answered;
    const { command } = await client.query("commit");
    // After a statement that was refused, the database answers a commit by undoing everything, which is no error to it.
    if (command !== "COMMIT")
      throw new Error("The transaction was undone, because a statement in it failed.");
    return result;
  } catch (error) {
    await end();
    await client.query("rollback").catch(onBroken);
    if (hasSpoiled(error)) onBroken(error as Error);
    throw error;
  } finally {
    giveBack();
  }
}

/**
 * inScope for work that only reads: the database refuses every change, and keeps the plans of the statements. Its first
 * statement follows BEGIN without waiting where the driver can send both, and nobody waits for its end.
 */
export async function readInScope<Result>(
  database: Pick<Database, "readers">,
  scope: Scope,
  work: (tx: Tx) => Promise<Result>,
  { keepsPlans = false } = {},
): Promise<Result> {
  const { client, giveBack, onBroken } = await borrow(await database.readers());
  const lent = lendConnection(client);
  try {
    const begun = client.query(beginIn(scope, "begin read only", keepsPlans));
    begun.catch(onBroken);
    if (!client.pipeline) await begun;
    const prepare = keepsPlans ? preparingAll : preparing;
    const result = await work(transactionOn(prepare(lent.client, scope.role)));
    await begun;
    return result;
  } catch (error) {
    if (hasSpoiled(error)) onBroken(error as Error);
    throw error;
  } finally {
    await lent.end();
    // It also ends a transaction that has failed.
    client.query("commit").catch(onBroken).finally(giveBack);
  }
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

/** A single statement in a scope, as one message where the driver can send it so. */
export async function askInScope(pool: Pool, scope: Scope, asked: Asked): Promise<Answered> {
  const { client, giveBack, onBroken } = await borrow(pool);
  try {
    if (!client.pipeline) return await askAlone(client, scope, asked, onBroken);
    const { answers, error } = await askTogether(client, [enter(scope), asked]);
    if (error && isSpoiled(error)) onBroken(error);
    if (error) throw error;
    return answers[1] as Answered;
  } finally {
    giveBack();
  }
}

async function askAlone(
  client: PoolClient,
  scope: Scope,
  asked: Asked,
  onBroken: (error: Error) => void,
): Promise<Answered> {
  try {
    await client.query(beginIn(scope, "begin"));
    const answer = await client.query(asked);
    await client.query("commit");
    return { rows: answer.rows, rowCount: answer.rowCount ?? 0 };
  } catch (error) {
    await client.query("rollback").catch(onBroken);
    throw error;
  }
}

/** A connection of the pool, which is thrown away if it breaks meanwhile. */
async function borrow(pool: Pool) {
  const client = await pool.connect();
  let broken: Error | undefined;
  const onBroken = (error: Error) => {
    broken ??= error;
  };
  client.on("error", onBroken);
  const giveBack = () => {
    client.off("error", onBroken);
    client.release(broken);
  };
  return { client, giveBack, onBroken };
}

function beginIn(scope: Scope, begin: "begin" | "begin read only", keepsPlans = false): string {
  const waiting = waitsForLocks(scope) ? "" : `set local lock_timeout = ${LOCK_WAIT_MS};`;
  // PostgreSQL else plans each statement anew, five times or always.
  const planning = keepsPlans ? "set local plan_cache_mode = force_generic_plan;" : "";
  return `${begin};${waiting}${planning}${namingOf(scope)}`;
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
