import { getTableColumns, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  char,
  check,
  integer,
  numeric,
  PgDialect,
  type PgTable,
  text,
  timestamp,
} from "drizzle-orm/pg-core";

/** An id. The contract checks its form. */
export const id = (name: string) => text(name);

/** A timestamp with time zone. */
export const timestamptz = (name: string) =>
  timestamp(name, { withTimezone: true, mode: "date", precision: 3 });

/** Dollars or a quantity. Returned as text, so that no digit passes through a float. */
export const decimal = (name: string) => numeric(name, { precision: 18, scale: 6 });

/** Percent from 0 to 100. */
export const percent = (name: string) => numeric(name, { precision: 9, scale: 6 });

/** A SHA-256 in hex. */
export const hash = (name: string) => char(name, { length: 64 });

/** The version of what a form edits of a record; triggers raise it (rls/raise-versions.ts). */
export const version = (name = "record_version") => integer(name).notNull().default(1);

/** The name that clients read of a record with `sent_name`, in a generated column of its table. */
export const SHOWN_NAME = sql`coalesce(${sql.identifier("sent_name")}, ${sql.identifier("name")})`;

/** A check constraint: the column holds one of a closed set of words. */
export function oneOf(name: string, column: AnyPgColumn, words: readonly string[]) {
  return check(name, sql`${column} in (${sql.raw(words.map((word) => `'${word}'`).join(", "))})`);
}

const DIALECT = new PgDialect();

/** A named condition or term on a table's rows as text, for policies, triggers and functions. It has no parameters. */
export function conditionText<Table extends PgTable>(
  table: Table,
  condition: (columns: Record<keyof Table["_"]["columns"], SQLWrapper>) => SQL,
  row?: "new" | "old" | "document",
): string {
  const columns = Object.entries(getTableColumns(table)).map(([key, { name }]) => [
    key,
    row ? sql`${sql.raw(row)}.${sql.identifier(name)}` : sql.identifier(name),
  ]);
  return DIALECT.sqlToQuery(condition(Object.fromEntries(columns))).sql;
}
