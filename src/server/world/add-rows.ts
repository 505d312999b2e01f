import type { PgColumn, PgInsertValue, PgTable } from "drizzle-orm/pg-core";
import type { Id } from "#domain/id.ts";
import type { Tx } from "../db/database.ts";

/** Well below the 65,535 parameters that one query may have. */
const ROWS_A_QUERY = 500;

/** Adds the rows whose id is not there yet, and leaves the others as they are. Returns the ids of those added. */
export async function addRows<Table extends PgTable>(
  tx: Tx,
  table: Table,
  id: PgColumn,
  rows: readonly PgInsertValue<Table>[],
): Promise<Set<Id>> {
  const added = new Set<Id>();
  for (const part of partsOf(rows)) {
    const made = await tx.insert(table).values(part).onConflictDoNothing({ target: id }).returning({ id });
    for (const row of made) added.add(String(row.id));
  }
  return added;
}

/** `list` in parts that one query can take. */
export function partsOf<Item>(list: readonly Item[]): Item[][] {
  const count = Math.ceil(list.length / ROWS_A_QUERY);
  return Array.from({ length: count }, (_, at) => list.slice(at * ROWS_A_QUERY, (at + 1) * ROWS_A_QUERY));
}
