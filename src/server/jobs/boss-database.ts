import type { QueryResult } from "pg";
import type { Db as BossDatabase } from "pg-boss";
import type { Database, OwnerConnection } from "../db/database.ts";

/** The queue's way to our database: through the same pool as everybody, so that it never lands in a stranger's transaction. */
export function bossDatabase(database: Database): BossDatabase {
  return {
    async executeSql(text, values) {
      const connection = await database.pool.connect();
      try {
        return await execute(connection, text, values);
      } finally {
        connection.release();
      }
    },
    listen: (channel, onNotification, onReconnect) => database.listen(channel, onNotification, onReconnect),
  };
}

/** The same on the one connection that may make the queue's tables. */
export function bossOwner(owner: OwnerConnection): BossDatabase {
  return { executeSql: (text, values) => execute(owner, text, values) };
}

async function execute(
  connection: OwnerConnection,
  text: string,
  values: unknown[] | undefined,
): Promise<{ rows: unknown[] }> {
  try {
    const result = values?.length ? await connection.query(text, values) : await connection.query(text);
    return { rows: rowsOf(result) };
  } catch (error) {
    // A script of several statements may have failed inside the transaction that it opened.
    await connection.query("rollback").catch(() => undefined);
    throw error;
  }
}

/** Several statements in one text give several results; what one of them returned may stand in the middle. */
function rowsOf(result: QueryResult | QueryResult[]): unknown[] {
  return Array.isArray(result) ? result.flatMap((one) => one.rows ?? []) : result.rows;
}
