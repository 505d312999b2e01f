import { type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";

type Columns = Record<string, AnyPgColumn>;

/** The values of a row in the order of its columns, as JSON tells them. */
export type Told = readonly unknown[];

/**
 * Columns as a JSON array: their names would be most of its bytes, and of the database's work. Numbers with decimals
 * are text, as the driver reads them.
 */
export function jsonOf(columns: Columns): SQL {
  const values = Object.values(columns).map(
    (column) => sql`${column}${sql.raw(column.getSQLType().startsWith("numeric") ? "::text" : "")}`,
  );
  return sql`json_build_array(${sql.join(values, sql`, `)})`;
}

/** Reads the rows that jsonOf tells of these columns. */
export function reading<Row>(columns: Columns): (told: Told) => Row {
  const fields = Object.entries(columns).map(([key, column]) => ({
    key,
    isMoment: column.getSQLType().startsWith("timestamp"),
  }));
  // A copy has room for all fields at once, where an empty object would grow with each.
  const empty: Record<string, unknown> = Object.fromEntries(fields.map(({ key }) => [key, null]));
  return (told) => {
    const row = { ...empty };
    for (let at = 0; at < fields.length; at += 1) {
      const { key, isMoment } = fields[at] as (typeof fields)[number];
      const value = told[at];
      row[key] = isMoment && typeof value === "string" ? new Date(value) : value;
    }
    return row as Row;
  };
}
