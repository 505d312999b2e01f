import { escapeIdentifier } from "pg";
import type { OwnerConnection } from "../db/database.ts";

/** Rows are read and written in texts of about this length. */
const TEXT_LENGTH = 4_000_000;
const FIRST_ROWS = 50;
const MAX_ROWS = 5000;

export type Table = { name: string; columns: string[] };

/** Makes the texts of values independent of the settings of the server and of its user. */
const EXACT = `set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres';
  set local extra_float_digits = 1; set local bytea_output = 'hex'; set local row_security = off`;

/** From here on the connection sees the database as of one moment. */
export async function beginSnapshot(owner: OwnerConnection): Promise<void> {
  await owner.query(`begin isolation level repeatable read read only; ${EXACT}`);
}

/** The tables of a backup with their stored columns: the portal's own, its migrations, and the jobs of the queue. */
export async function findTables(owner: OwnerConnection): Promise<Table[]> {
  const { rows } = await owner.query<Table>(`
    select nspname || '.' || relname as name, array_agg(attname::text order by attnum) as columns
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
      join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
    where (nspname in ('public', 'drizzle') and relkind = 'r')
      or (nspname = 'pgboss' and relname in ('queue', 'job'))
    group by nspname, relname order by nspname, relname <> 'queue', relname`);
  return rows;
}

/** All rows of a table, inside a snapshot. */
export async function* readRows(owner: OwnerConnection, { name, columns }: Table): AsyncGenerator<string[]> {
  const texts = columns.map((column) => `${escapeIdentifier(column)}::text`).join(", ");
  await owner.query(
    `declare dumped no scroll cursor for select array_to_json(array[${texts}]::text[])::text as line from ${quotedIdentifier(name)}`,
  );
  let count = FIRST_ROWS;
  for (;;) {
    const { rows } = await owner.query<{ line: string }>(`fetch ${count} from dumped`);
    if (rows.length === 0) break;
    const lines = rows.map(({ line }) => line);
    yield lines;
    const length = lines.reduce((sum, line) => sum + line.length, 0);
    count = Math.max(1, Math.min(MAX_ROWS, Math.floor((TEXT_LENGTH * lines.length) / Math.max(1, length))));
  }
  await owner.query("close dumped");
}

/** "public.user" as an identifier. */
export function quotedIdentifier(name: string): string {
  return name.split(".").map(escapeIdentifier).join(".");
}
