import { getTableColumns, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { PgDialect, type PgTable } from "drizzle-orm/pg-core";

const DIALECT = new PgDialect();

type Columns<Table extends PgTable> = Record<keyof Table["_"]["columns"], SQLWrapper>;

/** A named condition or term on a table's rows as text, for policies, triggers and functions. It has no parameters. */
export function conditionText<Table extends PgTable>(
  table: Table,
  condition: (columns: Columns<Table>) => SQL,
): string {
  const columns = Object.entries(getTableColumns(table)).map(([key, { name }]) => [
    key,
    sql.identifier(name),
  ]);
  return DIALECT.sqlToQuery(condition(Object.fromEntries(columns) as Columns<Table>)).sql;
}
