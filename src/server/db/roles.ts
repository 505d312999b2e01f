import { setTimeout as wait } from "node:timers/promises";
import { type ClientBase, escapeIdentifier } from "pg";
import { StartError } from "../start-error.ts";

/** The role of every session: reaches the tables of sign-in and of the queue, and no other record. */
export const APP_ROLE = "counterpart_app";

/** The roles of transactions. The nouns declare what each may see and change (rls/row-rules.ts). */
export const SCOPE_ROLES = ["visitor", "person", "member", "writer", "admin", "worker", "portal"] as const;
export type ScopeRole = (typeof SCOPE_ROLES)[number];

export const roleName = (role: ScopeRole): string => `counterpart_${role}`;

export const ALL_ROLES = [APP_ROLE, ...SCOPE_ROLES.map(roleName)];

/** Queries as the user of DATABASE_URL; on the embedded database as its only user. */
export type Queryable = { query<Row>(text: string, values?: unknown[]): Promise<{ rows: Row[] }> };

const FORBIDDEN = "42501";
/** Roles belong to the whole server, so another portal there may create the same ones at this moment. */
const ADDED_CONCURRENTLY = ["42710", "23505", "XX000"];
/** Portals that start together refuse each other's changes of roles, on a busy machine for seconds. */
const MAX_TRIES = 100;
const RETRY_AFTER_MS = 100;

/** Creates missing roles, and lets the connection's user take them on. Throws StartError if the user may not. */
export async function ensureRoles(user: Queryable): Promise<void> {
  for (const role of await rolesWhere(user, MISSING)) await change(user, `create role ${role} nologin`);
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    for (const role of await rolesWhere(user, REFUSED)) await change(user, `grant ${role} to current_user`);
    if ((await rolesWhere(user, REFUSED)).length === 0) return;
    await wait(RETRY_AFTER_MS);
  }
  throw await needsAdministrator(user);
}

async function change(user: Queryable, statement: string): Promise<void> {
  try {
    await user.query(statement);
  } catch (error) {
    const code = (error as { code?: string }).code ?? "";
    if (code === FORBIDDEN) throw await needsAdministrator(user);
    if (!ADDED_CONCURRENTLY.includes(code)) throw error;
  }
}

async function rolesWhere(user: Queryable, condition: string): Promise<string[]> {
  const select = `select role from unnest($1::text[]) as role where ${condition}`;
  const { rows } = await user.query<{ role: string }>(select, [ALL_ROLES]);
  return rows.map(({ role }) => role);
}

const MISSING = "not exists (select from pg_roles where rolname = role)";
/** The connection's user may not take the role on. */
const REFUSED = `not pg_has_role(current_user, role,
  case when current_setting('server_version_num')::int < 160000 then 'MEMBER' else 'SET' end)`;

async function needsAdministrator(user: Queryable): Promise<StartError> {
  const { rows } = await user.query<{ name: string }>("select current_user as name");
  const name = rows[0]?.name ?? "";
  const missing = (await rolesWhere(user, MISSING)).map((role) => `  create role ${role} nologin;`);
  const grant = `  grant ${ALL_ROLES.join(", ")} to ${escapeIdentifier(name)};`;
  return new StartError(
    `The database user ${name} (DATABASE_URL) may not make the roles that keep organizations apart. ` +
      `No table was changed. Let an administrator of the server run this, then try again:\n${[...missing, grant].join("\n")}`,
  );
}

/** A lost connection fails its query, and the pool replaces it. An event that no one handles would end the process. */
export function ignoreLostConnection(client: ClientBase): void {
  client.on("error", () => undefined);
}

/** The pool awaits this promise, although its types do not say so. */
export const onConnect = assumeAppRole as (connection: ClientBase) => void;

/** Sessions run without the rights of the tables' owner. */
export async function assumeAppRole(connection: ClientBase): Promise<void> {
  await connection.query(`set role ${APP_ROLE}`);
}
