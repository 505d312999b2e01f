import { getTableName, is } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";
import type { Db } from "#server/db/database.ts";
import * as tables from "#server/db/tables.ts";

/** Every row of every table as JSON, in a fixed order: equal results mean that nothing changed. */
export async function readAllTables(db: Db): Promise<Record<string, string[]>> {
  const contents: Record<string, string[]> = {};
  for (const table of Object.values(tables).filter((one) => is(one, PgTable))) {
    const rows = await db.select().from(table);
    contents[getTableName(table)] = rows.map((row) => JSON.stringify(row)).sort();
  }
  return contents;
}
