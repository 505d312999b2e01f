import type { ClientBase } from "pg";
import { formatDuration } from "#domain/system/format-figures.ts";
import { codeOf, hasCause } from "../causes.ts";
import { StartError } from "../start-error.ts";
import type { Queryable } from "./roles.ts";

// What a start refuses of a PostgreSQL server, before anything is changed there.

const POOLER =
  "DATABASE_URL leads to a pooler that gives each transaction another connection of the server, and the portal needs one " +
  "for as long as it is connected. Nothing was changed. Set the pooler to session mode, or use the server's own address.";

/**
 * Two clients that are connected at once never share a server process, and none changes its own, except behind a pooler.
 * A pooler that lends the oldest connection first gives the other client's away by the last query.
 */
export async function refusePooler(one: ClientBase, other: ClientBase): Promise<void> {
  const first = await backendPidOf(one);
  await other.query("begin");
  const holder = await backendPidOf(other);
  const during = await backendPidOf(one);
  await other.query("rollback");
  const after = [await backendPidOf(other), await backendPidOf(one)];
  if (first === holder || during !== first || after[0] !== holder || after[1] !== first)
    throw new StartError(POOLER);
}

/** The number of the server's process that works for a client at this moment. */
async function backendPidOf(client: ClientBase): Promise<number | undefined> {
  const { rows } = await client.query<{ number: number }>("select pg_backend_pid() as number");
  return rows[0]?.number;
}

/** The first version whose unique indexes can count two nulls as equal. */
const MIN_VERSION = 15;

/** The version of the server, and the encoding: a server installed without a locale makes databases of bytes (SQL_ASCII). */
export async function requireFitDatabase(user: Queryable): Promise<void> {
  const { rows } = await user.query<{ name: string; owner: string; encoding: string; version: string }>(
    `select quote_ident(current_database()) as name, quote_ident(current_user) as owner,
       current_setting('server_encoding') as encoding, current_setting('server_version') as version`,
  );
  const { name = "", owner = "", encoding = "UTF8", version = "" } = rows[0] ?? {};
  if (Number.parseInt(version, 10) < MIN_VERSION)
    throw new StartError(
      `The server of DATABASE_URL is PostgreSQL ${version}, and the portal needs ${MIN_VERSION} or newer. Nothing was ` +
        "changed. Update the server, or name another one.",
    );
  if (encoding === "UTF8") return;
  throw new StartError(
    `The database ${name} (DATABASE_URL) has the encoding ${encoding}, and the portal needs UTF8. Nothing was changed. ` +
      "Let an administrator of the server run this with a new name, and set DATABASE_URL to it: " +
      `create database <name> owner ${owner} encoding 'UTF8' template template0 locale 'C.UTF-8';`,
  );
}

/** A first start makes schemas and tables. */
export async function requireRights(user: Queryable): Promise<void> {
  const { rows } = await user.query<{ name: string; may: boolean; statement: string }>(
    `select current_user as name,
       to_regnamespace('drizzle') is not null or (has_database_privilege(current_database(), 'create')
         and has_schema_privilege('public', 'create')) as may,
       format('alter database %I owner to %I', current_database(), current_user) as statement`,
  );
  const { name = "", may = true, statement = "" } = rows[0] ?? {};
  if (may) return;
  throw new StartError(
    `The database user ${name} (DATABASE_URL) may not make tables in this database. Nothing was changed. Let an ` +
      `administrator of the server run this, then start again: ${statement};`,
  );
}

/** OpenSSL's and Node's codes for a certificate that is not trusted. */
const UNTRUSTED = /CERT|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER/;
/** PostgreSQL's code for a server or a user without a free connection. */
export const TOO_MANY = "53300";
const NO_TLS = /does not support SSL/;
const NEEDS_TLS = /no encryption|SSL off|SSL is required/i;

const TRUST =
  "Give its authority by sslrootcert=<file> in DATABASE_URL or by NODE_EXTRA_CA_CERTS, and use the host that the certificate names.";

export function unreachable(databaseUrl: string, cause: unknown): StartError {
  const { host, pathname } = new URL(databaseUrl);
  const name = decodeURIComponent(pathname.slice(1));
  const message = `The database ${name} on ${host} (DATABASE_URL) cannot be reached.${adviceFor(cause)}`;
  return new StartError(message, { cause });
}

function adviceFor(cause: unknown): string {
  if (!(cause instanceof Error)) return "";
  if (UNTRUSTED.test(codeOf(cause))) return ` Its certificate is not trusted here. ${TRUST}`;
  if (codeOf(cause) === TOO_MANY)
    return " Each process of the portal needs up to 10 connections and a few that listen.";
  if (NO_TLS.test(cause.message)) return " It offers no TLS, which sslmode in DATABASE_URL asks for.";
  return NEEDS_TLS.test(cause.message) ? " It asks for TLS: add sslmode=verify-full to DATABASE_URL." : "";
}

/** PostgreSQL's code for an invalid parameter value. */
const INVALID_PARAMETER = "22023";

/** Lists compute days in the database, so the database must know the zone of TIME_ZONE too. */
export async function refuseTimeZone(owner: Queryable, timeZone: string): Promise<void> {
  try {
    await owner.query("select now() at time zone $1", [timeZone]);
  } catch (error) {
    if (!hasCause(error, (cause) => codeOf(cause) === INVALID_PARAMETER)) throw error;
    throw new StartError(
      "TIME_ZONE is a name that the database does not know. Nothing was changed. Set it to another name of the same zone.",
    );
  }
}

/** What signed events and codes that expire bear; the clocks of issuers of sign-ins may differ as much. */
const MAX_CLOCK_OFFSET_MS = 60_000;

/** How far this machine's clock is at least ahead of the database's, or behind it if negative. */
async function measureClockOffset(owner: Queryable): Promise<number> {
  const before = Date.now();
  const { rows } = await owner.query<{ at: number }>(
    "select extract(epoch from clock_timestamp())::float8 * 1000 as at",
  );
  const after = Date.now();
  const { at = before } = rows[0] ?? {};
  return Math.max(before - at, 0) + Math.min(after - at, 0);
}

/** "1 hour ahead of the clock of the database server"; null if both agree. */
export async function findClockFault(owner: Queryable): Promise<string | null> {
  const offsetMs = await measureClockOffset(owner);
  if (Math.abs(offsetMs) <= MAX_CLOCK_OFFSET_MS) return null;
  const side = offsetMs > 0 ? "ahead of" : "behind";
  return `${formatDuration(Math.abs(offsetMs) / 1000)} ${side} the clock of the database server`;
}

/** Some times are the portal's, some the database's, and signed events would have a wrong one for ever. */
export async function refuseClock(owner: Queryable): Promise<void> {
  const fault = await findClockFault(owner);
  if (fault === null) return;
  throw new StartError(
    `The clock of this machine is ${fault}. Nothing was changed. Let both machines get the time by NTP, then start again.`,
  );
}
