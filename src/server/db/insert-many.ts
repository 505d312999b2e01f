import { getTableColumns, type InferInsertModel, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Tx } from "./database.ts";

const ROWS_A_STATEMENT = 10_000;

/**
 * Adds many rows in a few statements, each with one parameter: ten times as quick as one parameter a value. All rows
 * have the fields of the first. With `skipsKnown`, rows that break a unique index are left out.
 */
export async function insertMany<Table extends PgTable>(
  tx: Tx,
  table: Table,
  rows: readonly InferInsertModel<Table>[],
  { skipsKnown = false } = {},
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = Object.entries(getTableColumns(table)).filter(([field]) => Object.hasOwn(first, field));
  const names = sql.join(
    columns.map(([, column]) => sql.identifier(column.name)),
    sql`, `,
  );
  const otherwise = skipsKnown ? sql`on conflict do nothing` : sql``;
  for (let at = 0; at < rows.length; at += ROWS_A_STATEMENT) {
    const records = rows.slice(at, at + ROWS_A_STATEMENT).map((row) => {
      const fields = row as Record<string, unknown>;
      return Object.fromEntries(columns.map(([field, column]) => [column.name, fields[field] ?? null]));
    });
    await tx.execute(sql`insert into ${table} (${names})
      select ${names} from jsonb_populate_recordset(null::${table}, ${JSON.stringify(records)}::jsonb)
      ${otherwise}`);
  }
}
