import { type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { Id } from "#domain/id.ts";
import type { Reader } from "../db/database.ts";
import { isAnyOf } from "../db/is-any-of.ts";

const MOST_NAMED = 1000;

/**
 * Whether a column is one of the ids that a statement finds. Up to a thousand are found first, so that an index finds
 * the rows that name them.
 */
export async function isOneOf(reader: Reader, column: AnyPgColumn, named: SQL): Promise<SQL> {
  const { rows } = await reader.execute<{ id: Id }>(
    sql`select id from (${named}) as named (id) limit ${MOST_NAMED + 1}`,
  );
  if (rows.length > MOST_NAMED) return sql`${column} in (${named})`;
  return isAnyOf(
    column,
    rows.map(({ id }) => id),
  );
}
