import { type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";

/** Whether a column or a term is one of the texts, as one array parameter: a statement has at most 65,535 parameters. */
export function isAnyOf(term: AnyPgColumn | SQL, texts: readonly string[]): SQL {
  return sql`${term} = any(${sql.param(texts)}::text[])`;
}
