import { sql } from "drizzle-orm";
import type { PoolClient, QueryConfig } from "pg";
import type { Asked } from "../db/ask-together.ts";
import type { ScopeRole } from "../db/roles.ts";

/** Filters make ever new statements. Those that come later are planned at each use. */
const MOST_PREPARED = 150;

/** The names by role and statement: of reads, and of changes, so that neither uses up the other's. */
type Names = { prefix: string; named: number; ofRoles: Map<string, Map<string, string>> };
const READS: Names = { prefix: "scoped", named: 0, ofRoles: new Map() };
const CHANGES: Names = { prefix: "changing", named: 0, ofRoles: new Map() };

/** Begins a statement that is executed as text, but whose best plan does not depend on its values. */
export const KEEP_PLAN = sql.raw("/* keep plan */ ");

const ASKS_TO_KEEP = /^\s*\/\* keep plan/;

/**
 * The connection, which parses each statement of the query builder once and keeps its plan, because policies make both
 * expensive. A plan holds for one role, so each role has its own names. A statement that is executed as text, such as
 * a search, is planned at each use: its best plan depends on its values.
 */
export function preparing(client: PoolClient, role: ScopeRole): PoolClient {
  return naming(client, READS, role, ({ rowMode, text }) => rowMode === "array" || ASKS_TO_KEEP.test(text));
}

/** preparing for a change that promises to ask the same statements each time, and finds its rows by their keys. */
export function preparingAll(client: PoolClient, role: ScopeRole): PoolClient {
  return naming(client, CHANGES, role, () => true);
}

type Statement = QueryConfig & { rowMode?: "array" };

function naming(
  client: PoolClient,
  names: Names,
  role: ScopeRole,
  isKept: (statement: Statement) => boolean,
): PoolClient {
  const query = (statement: Statement, values?: unknown[]) => {
    const mayTakeLong = !isKept(statement);
    const name = mayTakeLong ? undefined : nameOf(names, role, statement.text);
    const asked: Asked = { ...statement, name, mayTakeLong };
    return client.query(asked, values);
  };
  return { query } as PoolClient;
}

function nameOf(names: Names, role: string, statement: string): string | undefined {
  const ofRole = names.ofRoles.get(role) ?? new Map<string, string>();
  const known = ofRole.get(statement);
  if (known !== undefined || names.named >= MOST_PREPARED) return known;
  const name = `${names.prefix}_${names.named}`;
  names.named += 1;
  names.ofRoles.set(role, ofRole.set(statement, name));
  return name;
}
