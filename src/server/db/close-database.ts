import { setTimeout as wait } from "node:timers/promises";
import type { Logger } from "pino";
import { ALL_ROLES, APP_ROLE, type Queryable } from "./roles.ts";

/** PostgreSQL's code if another process of this portal changes the database's rights at this moment. */
const CHANGED_CONCURRENTLY = "XX000";
const MAX_TRIES = 10;
const RETRY_AFTER_MS = 100;

/** Whether users of other databases can connect to this one: roles belong to the server, so another portal has them. */
export async function isOpenToOthers(user: Queryable): Promise<boolean> {
  const { rows } = await user.query<{ isOpen: boolean }>(
    `select bool_or(has_database_privilege(role, current_database(), 'connect')
       or has_database_privilege(role, current_database(), 'temporary')) as "isOpen"
     from unnest($1::text[]) as role`,
    [ALL_ROLES],
  );
  return rows[0]?.isOpen === true;
}

/** Closes the database to users of the server without a right of their own, or logs what an administrator must do. */
export async function closeDatabase(user: Queryable, log: Logger): Promise<void> {
  const { name, owns, statements } = await readRights(user);
  for (let tries = 0; owns && tries < MAX_TRIES && (await isOpenToOthers(user)); tries += 1) {
    if (tries > 0) await wait(RETRY_AFTER_MS);
    for (const statement of statements) await change(user, statement);
  }
  if (await isOpenToOthers(user))
    log.warn(
      `Other users of the PostgreSQL server can connect to this database, and a second portal's user can read and ` +
        `change it. ${name} (DATABASE_URL) does not own the database. Let an administrator run this:\n${list(statements)}`,
    );
  else await warnOfGranted(user, log);
  await warnOfPower(user, log);
}

/** Another portal's user can also connect by a right of its own, or of a group, that an administrator gave. */
async function warnOfGranted(user: Queryable, log: Logger): Promise<void> {
  const { rows } = await user.query<{ name: string }>(
    `select rolname as name from pg_roles
     where rolcanlogin and not rolsuper and rolname <> current_user and pg_has_role(oid, $1, 'member')
       and oid <> (select datdba from pg_database where datname = current_database())
       and has_database_privilege(oid, current_database(), 'connect') order by rolname`,
    [APP_ROLE],
  );
  if (rows.length > 0)
    log.warn(
      `These users of the PostgreSQL server can read and change this database, because they have the portal's roles and a ` +
        `right to connect, by a group or of their own: ${rows.map(({ name }) => name).join(", ")}. If one is another ` +
        "portal's, let an administrator revoke that right.",
    );
}

async function change(user: Queryable, statement: string): Promise<void> {
  try {
    await user.query(statement);
  } catch (error) {
    if ((error as { code?: string }).code !== CHANGED_CONCURRENTLY) throw error;
  }
}

/** The portal's user keeps its right, also if it came from PUBLIC. */
async function readRights(user: Queryable): Promise<{ name: string; owns: boolean; statements: string[] }> {
  const { rows } = await user.query<{ name: string; owns: boolean; allow: string; close: string }>(
    `select current_user as name, pg_has_role(current_user, datdba, 'usage') as owns,
       format('grant connect on database %I to %I', datname, current_user) as allow,
       format('revoke connect, temporary on database %I from public, ', datname) as close
     from pg_database where datname = current_database()`,
  );
  const { name = "", owns = false, allow = "", close = "" } = rows[0] ?? {};
  return { name, owns, statements: [allow, close + ALL_ROLES.join(", ")] };
}

/** A user who may take on every role of the server reaches its other databases, however they are closed. */
async function warnOfPower(user: Queryable, log: Logger): Promise<void> {
  const { rows } = await user.query<{ name: string; isSuper: boolean; crosses: boolean; limit: string }>(
    `select rolname as name, rolsuper as "isSuper",
       rolcreaterole and current_setting('server_version_num')::int < 160000 as crosses,
       format('alter role %I nocreaterole', rolname) as limit
     from pg_roles where rolname = current_user`,
  );
  const { name = "", isSuper = false, crosses = false, limit = "" } = rows[0] ?? {};
  if (isSuper)
    log.warn(
      `The database user ${name} (DATABASE_URL) is a superuser: its password opens every database of the server. ` +
        "If anything else is on the server, give the portal a user of its own that owns only this database.",
    );
  else if (crosses)
    log.warn(
      `The database user ${name} (DATABASE_URL) may create roles. Before PostgreSQL 16 its password therefore opens every ` +
        `database of the server. The portal has the roles that it needs: let an administrator run this:\n${list([limit])}`,
    );
}

function list(statements: readonly string[]): string {
  return statements.map((statement) => `  ${statement};`).join("\n");
}
