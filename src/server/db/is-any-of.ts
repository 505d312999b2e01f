import { type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { Id } from "#domain/id.ts";

/** That a column holds one of the ids. They go as one parameter: a statement has room for no more than 65,535. */
export function isAnyOf(column: AnyPgColumn, ids: readonly Id[]): SQL {
  return sql`${column} = any(${sql.param(ids)}::text[])`;
}
