import { type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";

type Columns = Record<string, AnyPgColumn>;

/** A row as JSON tells it. */
export type Told<Row> = { [Column in keyof Row]: Row[Column] extends Date ? string : Row[Column] };

/** Columns as a JSON object. Numbers with decimals are text, as the driver reads them. */
export function jsonOf(columns: Columns): SQL {
  const pairs = Object.entries(columns).map(
    ([key, column]) =>
      sql`${sql.raw(`'${key}'`)}, ${column}${sql.raw(column.getSQLType().startsWith("numeric") ? "::text" : "")}`,
  );
  return sql`json_build_object(${sql.join(pairs, sql`, `)})`;
}

/** The row that jsonOf told of these columns. */
export function rowOf<Row>(columns: Columns, told: object): Row {
  const row: Record<string, unknown> = { ...told };
  for (const [key, column] of Object.entries(columns)) {
    const value = row[key];
    if (typeof value === "string" && column.getSQLType().startsWith("timestamp")) row[key] = new Date(value);
  }
  return row as Row;
}
