import { isDeepStrictEqual } from "node:util";
import type { OwnerConnection } from "#server/db/database.ts";
import { APP_ROLE, type ScopeRole } from "#server/db/roles.ts";
import { scopeStatements } from "#server/rls/in-scope.ts";
import type { Rule } from "#server/rls/row-rules.ts";
import type { Scope } from "#server/rls/scope.ts";
import { ROW_RULES } from "#server/start/nouns.ts";

export type Row = Record<string, unknown>;
const REFUSED = "refused";
/** PostgreSQL's codes for a missing right or a violated policy, and for errors after row-level security passed. */
const FORBIDDEN = "42501";
const PASSED_RLS = ["23505", "23514", "23502"];

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
    await owner.query(scope ? scopeStatements(scope) : `set local role ${APP_ROLE}`);
    const { rows, rowCount } = await owner.query<Row>(statement, values);
    return { rows, count: rowCount ?? 0 };
  } catch (error) {
    const { code = "" } = error as { code?: string };
    if (code === FORBIDDEN) return REFUSED;
    if (PASSED_RLS.includes(code)) return { rows: [], count: 1 };
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
  // To a value of a known row: a change that reads a column reaches only rows that the scope also sees.
  const known = JSON.stringify(rows[0]);
  for (const column of columns) {
    const update = `update ${table} set "${column}" = (jsonb_populate_record(null::${table}, $1::jsonb))."${column}"`;
    changed[column] = countOf(await attempt(owner, scope, update, [known]));
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

export async function probesOf(
  owner: OwnerConnection,
  asked: readonly Scope[],
  table: string,
  rows: readonly Row[],
): Promise<Probe[]> {
  const found: Probe[] = [];
  for (const scope of asked) found.push(await probe(owner, scope, table, rows));
  return found;
}

/**
 * What a scope does beyond the rows that it sees: it changes, locks or removes more of them, changes a column that it
 * may only lock, or adds one of the `foreign` rows.
 */
export function beyondOwn(
  { seen, changed, removed, locked, added }: Probe,
  foreign: readonly string[],
  lockable: readonly string[],
): string[] {
  const own = seen === REFUSED ? 0 : seen.length;
  const most = (what: string) => (lockable.includes(what) ? 0 : own);
  const counts = Object.entries({ ...changed, removed, locked });
  const over = counts.filter(([what, count]) => count !== REFUSED && count > most(what));
  return [...over.map(([what]) => what), ...added.filter((row) => foreign.includes(row))];
}

/** Whether a role sees the same; of roles that see every row, whether it also does the same. */
export function isAlike(one: readonly Probe[], other: readonly Probe[], role: ScopeRole): boolean {
  if (["admin", "worker", "portal"].includes(role)) return isDeepStrictEqual(one, other);
  return one.every(({ seen }, place) => isDeepStrictEqual(seen, other[place]?.seen));
}

export function rulesOf(table: string): readonly Rule[] {
  return ROW_RULES[table] ?? [];
}

/** The columns that the role may lock in a table but not change. */
export function onlyLocked(table: string, role: ScopeRole): string[] {
  const rules = rulesOf(table).filter(({ roles }) => roles.includes(role));
  const changed = rules.filter(({ command, isLock }) => command === "update" && !isLock);
  const locks = rules.filter(({ isLock }) => isLock).flatMap(({ columns = [] }) => columns);
  return locks.filter((column) => !changed.some(({ columns }) => columns?.includes(column)));
}

/** From the catalogue itself: the standard's view of columns is slow, and this query runs hundreds of times. */
async function columnsOf(owner: OwnerConnection, table: string): Promise<string[]> {
  const { rows } = await owner.query<{ attname: string }>(
    `select attname from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [table],
  );
  return rows.map((row) => row.attname);
}

export type Policy = { name: string; table: string; roles: string[]; command: string; rows: string };

/** The policy for every row. */
export function loosened({ name, table, command }: Policy): string {
  const seen = command === "INSERT" ? "" : "using (true)";
  const kept = command === "SELECT" || command === "DELETE" ? "" : "with check (true)";
  return `alter policy "${name}" on ${table} ${seen} ${kept}`;
}

/** What is found after a statement, which is undone. */
export async function changedBy<Found>(
  owner: OwnerConnection,
  statement: string,
  find: () => Promise<Found>,
) {
  await owner.query("savepoint whole");
  await owner.query(statement);
  const found = await find();
  await owner.query("rollback to savepoint whole");
  return found;
}
