import { getTableName } from "drizzle-orm";
import type { Db } from "#server/db/database.ts";
import { ALL_TABLES } from "./all-tables.ts";

/** Every row of every table as JSON, in a fixed order: equal results mean that nothing changed. */
export async function readAllTables(db: Db): Promise<Record<string, string[]>> {
  const contents: Record<string, string[]> = {};
  for (const table of ALL_TABLES) {
    const rows = await db.select().from(table);
    contents[getTableName(table)] = rows.map((row) => JSON.stringify(row)).sort();
  }
  return contents;
}
