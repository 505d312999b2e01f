import type { DatabaseError, Pool, PoolClient, QueryConfig } from "pg";
import { codeOf, hasCause } from "../causes.ts";

/** PostgreSQL's codes for "cached plan must not change result type", and for a prepared statement that is not there. */
const STALE_STATEMENT = ["0A000", "26000"];
/** PostgreSQL's code for "current transaction is aborted". */
const OF_FAILED_TRANSACTION = "25P02";

/**
 * Calls `run` on a connection of the pool, and then commits, or rolls back if it throws. `run` begins the transaction.
 * The driver pipelines: statements that do not wait for each other are sent at once and answered in order.
 */
export async function inTransaction<Result>(
  pool: Pool,
  run: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let broken: Error | undefined;
  const onBroken = (error: Error) => {
    broken ??= error;
  };
  client.on("error", onBroken);
  const { leased, end, failure } = leaseConnection(client);
  try {
    const result = await run(leased).finally(end);
    const { command } = await client.query("commit");
    // After a failed statement the database answers a commit by rolling back, which is no error to it.
    if (command !== "COMMIT")
      throw new Error("The transaction was undone, because a statement in it failed.", { cause: failure() });
    return result;
  } catch (error) {
    await client.query("rollback").catch(onBroken);
    // Another portal has changed the tables: this connection would always answer these statements with this error.
    if (hasCause(error, (cause) => STALE_STATEMENT.includes(codeOf(cause)))) onBroken(error as Error);
    throw error;
  } finally {
    client.off("error", onBroken);
    client.release(broken);
  }
}

/**
 * The connection for one transaction. Statements after one that failed fail with its error. After the end it refuses
 * statements: another transaction has the connection by then.
 */
function leaseConnection(client: PoolClient) {
  let hasEnded = false;
  let first: unknown;
  const refused = (error: unknown) => {
    first ??= error;
    throw (error as DatabaseError).code === OF_FAILED_TRANSACTION ? first : error;
  };
  const query = (config: QueryConfig, values?: unknown[]) =>
    hasEnded
      ? Promise.reject(new Error("The transaction has ended."))
      : client.query(config, values).catch(refused);
  return {
    leased: { query } as PoolClient,
    end: () => {
      hasEnded = true;
    },
    failure: (): unknown => first,
  };
}
