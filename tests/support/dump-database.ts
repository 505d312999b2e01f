import type { Database } from "#server/db/database.ts";

/**
 * Every row of every table as one text, including the migrations and the queue. `isRunning` leaves out the tables that
 * a running portal's queue writes by the clock.
 */
export function dumpDatabase(database: Database, { isRunning = false } = {}): Promise<string> {
  return database.asOwner(async (owner) => {
    const { rows: tables } = await owner.query<{ name: string }>(
      `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
       where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
         and not ($1 and (table_schema = 'pgboss' or table_name = 'job_workers'))`,
      [isRunning],
    );
    const lines: string[] = [];
    for (const { name } of tables) {
      const { rows } = await owner.query<{ row: string }>(
        `select row_to_json(t)::text as row from ${name} t`,
      );
      lines.push(...rows.map(({ row }) => `${name} ${row}`));
    }
    return lines.join("\n");
  });
}
