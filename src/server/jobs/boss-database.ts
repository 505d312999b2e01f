import type { QueryResult } from "pg";
import type { Db as BossDatabase } from "pg-boss";
import type { Database, OwnerConnection } from "../db/database.ts";

/** Connects the queue to our pool, so that its statements never run in another caller's transaction. */
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

/** Connects the queue to the owner's connection, which may create its tables. */
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
    // A script of several statements may have failed inside a transaction that it opened.
    await connection.query("rollback").catch(() => undefined);
    throw error;
  }
}

/** A text with several statements has several results; any of them may hold the rows. */
function rowsOf(result: QueryResult | QueryResult[]): unknown[] {
  return Array.isArray(result) ? result.flatMap((one) => one.rows ?? []) : result.rows;
}
