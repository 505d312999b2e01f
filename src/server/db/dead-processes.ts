import { type SQL, sql } from "drizzle-orm";
import { ADVISORY_LOCKS, type Database } from "./database.ts";

/** The embedded database has one process, which holds no lock on its number. */
const ONLY_PROCESS = 0;

/** The number under which this process leaves work that others take over if it dies. */
export function numberOf({ processNumber }: Pick<Database, "processNumber">): number {
  return processNumber ?? ONLY_PROCESS;
}

/** Whether the process of this number has died: no session holds the lock on it. */
export function isDead(number: SQL): SQL {
  return sql`not exists (
    select from pg_locks join pg_database on pg_database.oid = pg_locks.database
    where datname = current_database() and locktype = 'advisory' and objsubid = 2
      and classid = ${ADVISORY_LOCKS.process}::bigint::oid and objid = ${number}::bigint::oid)`;
}

/** Of the names, those whose process has died. `numberIn` reads its number in a name; null: it is no such name. */
export async function findLeft(
  { db }: Pick<Database, "db">,
  names: readonly string[],
  numberIn: (name: string) => number | null,
): Promise<string[]> {
  const numbers = names.flatMap((name) => numberIn(name) ?? []);
  const asked = sql`select number from unnest(${sql.param(numbers)}::bigint[]) as number where ${isDead(sql`number`)}`;
  const { rows } = await db.execute<{ number: string | number }>(asked);
  const dead = new Set(rows.map(({ number }) => Number(number)));
  return names.filter((name) => dead.has(numberIn(name) ?? Number.NaN));
}
