import { type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { Id } from "#domain/id.ts";

/** Whether a column holds one of the ids, as one array parameter: a statement has at most 65,535 parameters. */
export function isAnyOf(column: AnyPgColumn, ids: readonly Id[]): SQL {
  return sql`${column} = any(${sql.param(ids)}::text[])`;
}
