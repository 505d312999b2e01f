import { inject } from "vitest";
import { many } from "./many.ts";
import "./provided.ts";
import type { OwnerConnection } from "#server/db/database.ts";
import { namingOf } from "#server/wall/in-scope.ts";
import { APP_ROLE } from "#server/wall/roles.ts";
import type { Scope } from "#server/wall/scope.ts";

export type Row = Record<string, unknown>;
const REFUSED = "refused";
/** PostgreSQL's codes for a missing right or a violated policy, and for errors after the wall has let a row through. */
const FORBIDDEN = "42501";
const PASSED_THE_WALL = ["23505", "23514", "23502"];

type Outcome = { rows: Row[]; count: number } | typeof REFUSED;

/** Runs `work` with the owner's rights in a transaction that is rolled back, without checks of foreign keys. */
export async function inUndone<Result>(owner: OwnerConnection, work: () => Promise<Result>): Promise<Result> {
  await owner.query("begin");
  try {
    await owner.query("set local session_replication_role = replica");
    return await work();
  } finally {
    await owner.query("rollback");
  }
}

/** The outcome of one statement in a scope (null: in none), rolled back at once. */
export async function attempt(
  owner: OwnerConnection,
  scope: Scope | null,
  statement: string,
  values: unknown[] = [],
): Promise<Outcome> {
  await owner.query("savepoint attempt");
  try {
    await owner.query(scope ? namingOf(scope) : `set local role ${APP_ROLE}`);
    const { rows, rowCount } = await owner.query<Row>(statement, values);
    return { rows, count: rowCount ?? 0 };
  } catch (error) {
    const { code = "" } = error as { code?: string };
    if (code === FORBIDDEN) return REFUSED;
    if (PASSED_THE_WALL.includes(code)) return { rows: [], count: 1 };
    throw error;
  } finally {
    await owner.query("rollback to savepoint attempt");
  }
}

export const countOf = (outcome: Outcome) => (outcome === REFUSED ? REFUSED : outcome.count);

/** The rows of a table that a scope sees without any condition, each as text. */
export async function seenIn(
  owner: OwnerConnection,
  scope: Scope | null,
  table: string,
): Promise<string[] | typeof REFUSED> {
  const seen = await attempt(owner, scope, `select * from ${table}`);
  return seen === REFUSED ? REFUSED : seen.rows.map((row) => JSON.stringify(row)).sort();
}

export type Probe = {
  seen: string[] | typeof REFUSED;
  locked: number | typeof REFUSED;
  removed: number | typeof REFUSED;
  /** The number of changed rows by column. */
  changed: Record<string, number | typeof REFUSED>;
  /** The rows of which the scope may add a copy, each as text. */
  added: string[];
};

/** Everything that a scope may do with a table, found by doing it without any condition. */
export async function probe(
  owner: OwnerConnection,
  scope: Scope,
  table: string,
  rows: readonly Row[],
): Promise<Probe> {
  const columns = await columnsOf(owner, table);
  const changed: Probe["changed"] = {};
  for (const column of columns) {
    changed[column] = countOf(await attempt(owner, scope, `update ${table} set "${column}" = "${column}"`));
  }
  const names = columns.map((column) => `"${column}"`).join(", ");
  const insert = `insert into ${table} (${names}) select ${names} from jsonb_populate_record(null::${table}, $1::jsonb)`;
  const added: string[] = [];
  for (const row of rows) {
    const text = JSON.stringify(row);
    if ((await attempt(owner, scope, insert, [text])) !== REFUSED) added.push(text);
  }
  return {
    seen: await seenIn(owner, scope, table),
    locked: countOf(await attempt(owner, scope, `select from ${table} for share`)),
    removed: countOf(await attempt(owner, scope, `delete from ${table}`)),
    changed,
    added: added.sort(),
  };
}

/** From the catalogue itself: the standard's view of columns is slow, and this is asked hundreds of times. */
async function columnsOf(owner: OwnerConnection, table: string): Promise<string[]> {
  const { rows } = await owner.query<{ attname: string }>(
    `select attname from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [table],
  );
  return rows.map((row) => row.attname);
}

/** All, but on the slower embedded database every sixth: both run the same policies. */
export function sampled<One>(all: readonly One[]): readonly One[] {
  if (inject("databaseTemplate").kind === "server") return all;
  return many(
    all.filter((_one, place) => place % 6 === 0),
    all,
  );
}
