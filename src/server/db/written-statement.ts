import { type Query, type SQL, sql } from "drizzle-orm";
import { nodePgCodecs } from "drizzle-orm/node-postgres";
import { PgDialect } from "drizzle-orm/pg-core";
import type { QueryResult } from "pg";
import type { Reader } from "./database.ts";

/** A statement as text, whose placeholders get their values at each use: to write a long one again costs more than to ask it. */
export type Written = Query;

const DIALECT = new PgDialect({ codecs: nodePgCodecs });

export function writeStatement(statement: SQL): Written {
  return DIALECT.sqlToQuery(statement);
}

export async function askWritten<Row>(
  reader: Reader,
  written: Written,
  values: Record<string, unknown>,
): Promise<Row[]> {
  const asked = reader._.session.prepareQuery(written, "raw", false).execute(values);
  return ((await asked) as unknown as QueryResult).rows as Row[];
}

/** A placeholder for each value that is given, in its place. */
export function placeholdersOf<Values extends Record<string, unknown>>(values: Values): Values {
  const given = Object.keys(values).filter((name) => values[name] !== undefined);
  return Object.fromEntries(given.map((name) => [name, sql.placeholder(name)])) as Values;
}
