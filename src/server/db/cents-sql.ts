import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/** Dollars rounded half up to the cent, as text. */
export function inCents(dollars: SQLWrapper): SQL<string | null> {
  return sql<string | null>`round(${dollars}, 2)::text`;
}

/** The sum of dollars, rounded to the cent. */
export function sumInCents(dollars: SQLWrapper): SQL<string | null> {
  return sql<string | null>`round(sum(${dollars}), 2)::text`;
}
