import { getTableName } from "drizzle-orm";
import type { Db } from "#server/db/database.ts";
import { jobWorkers } from "#server/schema/requests.ts";
import { ALL_TABLES } from "./all-tables.ts";

/**
 * Every row of every table as JSON, in a fixed order: equal results mean that nothing changed. Without the queue's notes
 * of who works on what, because jobs run by the clock all the time.
 */
export async function readAllTables(db: Db): Promise<Record<string, string[]>> {
  const contents: Record<string, string[]> = {};
  for (const table of ALL_TABLES) {
    if (table === jobWorkers) continue;
    const rows = await db.select().from(table);
    contents[getTableName(table)] = rows.map((row) => JSON.stringify(row)).sort();
  }
  return contents;
}
