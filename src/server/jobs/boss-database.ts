import type { QueryResult } from "pg";
import type { Db as BossDatabase } from "pg-boss";
import type { Database } from "../db/database.ts";

/** The queue's way to our database: through the same pool as everybody, so that it never lands in a stranger's transaction. */
export function bossDatabase(database: Database): BossDatabase {
  return {
    async executeSql(text, values) {
      const connection = await database.pool.connect();
      try {
        const result = values?.length ? await connection.query(text, values) : await connection.query(text);
        return { rows: rowsOf(result) };
      } catch (error) {
        // A script of several statements may have failed inside the transaction that it opened.
        await connection.query("rollback").catch(() => undefined);
        throw error;
      } finally {
        connection.release();
      }
    },
    listen: (channel, onNotification, onReconnect) => database.listen(channel, onNotification, onReconnect),
  };
}

/** Several statements in one text give several results; what one of them returned may stand in the middle. */
function rowsOf(result: QueryResult | QueryResult[]): unknown[] {
  return Array.isArray(result) ? result.flatMap((one) => one.rows ?? []) : result.rows;
}
