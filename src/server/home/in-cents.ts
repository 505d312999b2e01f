import { sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";

/** Dollars rounded half up to the cent, as text. */
export function inCents(dollars: AnyPgColumn) {
  return sql<string | null>`round(${dollars}, 2)::text`;
}

/** The sum of a column in dollars, rounded to the cent. */
export function sumInCents(dollars: AnyPgColumn) {
  return sql<string | null>`round(sum(${dollars}), 2)::text`;
}
