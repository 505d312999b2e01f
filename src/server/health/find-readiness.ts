import { readdirSync } from "node:fs";
import { statfs } from "node:fs/promises";
import type { ClientBase, QueryResultRow } from "pg";
import type { BackupState } from "#domain/backups/backup-state.ts";
import { readBackupState } from "../backup/queries.ts";
import { codeOf, hasCause, hasEngineStopped } from "../causes.ts";
import { isOpenToOthers } from "../db/close-database.ts";
import { findClockFault, TOO_MANY } from "../db/refuse-server.ts";
import type { Deps } from "../deps.ts";
import { perPortal, shareAnswers, withTimeout } from "../limit-tasks.ts";
import { projectFolder } from "../project-folder.ts";
import { scopedDb } from "../rls/scoped-db.ts";

/** Each answer is cached, so that frequent requests cost nothing. */
const CACHE_MS = 3000;
const TIMEOUT_MS = 3000;
/** Jobs start at once. When one waits this long and none ended in that time, no worker runs. */
const LATE_SECONDS = 600;
export const MIN_FREE_BYTES = 100_000_000;

/** The checks with their figures; a figure that could not be read is null. */
export type Readiness = {
  /** Of each check "ok" or a short reason, for everybody. The log has more. */
  checks: Record<"database" | "migrations" | "isolation" | "jobs" | "seal" | "disk" | "clock", string>;
  waitingJobs: number | null;
  oldestJobSeconds: number | null;
  freeBytes: number | null;
  /** Null: none are scheduled, or they could not be read. An old backup is no reason to serve no requests. */
  backups: BackupState | null;
};

/** A wrong clock is no reason to serve no requests: a process that is restarted has the same one. */
export const isReady = ({ checks: { clock: _clock, ...checks } }: Readiness) =>
  Object.values(checks).every((found) => found === "ok");

type Checked = Pick<Deps, "database" | "seal" | "env">;

/** Checks whether the portal can do its work now. */
export const createReadiness = (deps: Checked): (() => Promise<Readiness>) =>
  shareAnswers(() => findReadiness(deps), CACHE_MS);

/** The answer that /readyz, /metrics and the system page share. */
export const readinessOf = perPortal((deps: Checked & Pick<Deps, "process">) => createReadiness(deps));

async function findReadiness({ database, seal, env }: Checked): Promise<Readiness> {
  let databaseFault = "does not answer";
  const attempt = async <Found>(what: string, run: () => Promise<Found>): Promise<Found | null> => {
    try {
      return await withTimeout(run(), TIMEOUT_MS);
    } catch (error) {
      database.logFailure(error, "warn", `Not ready: ${what}`);
      if (hasEngineStopped(error)) databaseFault = "has stopped: start the portal again";
      if (hasCause(error, (cause) => codeOf(cause) === TOO_MANY)) databaseFault = "has no free connection";
      return null;
    }
  };
  const [found, jobs, fault, free, backups] = await Promise.all([
    attempt("the database", () => readAsOwner(database)),
    attempt("the queue", () => findWaiting(database)),
    attempt("the seal", async () => ((await seal.findFault()) === null ? "ok" : "no PDF can be sealed")),
    attempt("the disk", async () => {
      const { bavail, bsize } = await statfs(env.dataDir);
      return bavail * bsize;
    }),
    withTimeout(readBackupState(scopedDb(database, { role: "portal" }), env.backups), TIMEOUT_MS).catch(
      () => null,
    ),
  ]);
  return {
    checks: {
      database: found === null ? databaseFault : "ok",
      ...(found ?? { migrations: "unknown", isolation: "unknown", clock: "unknown" }),
      jobs: jobs === null ? "unknown" : jobs.isStuck ? "no one works on them" : "ok",
      seal: fault ?? "unknown",
      disk: free === null ? "cannot be read" : free < MIN_FREE_BYTES ? "almost full" : "ok",
    },
    waitingJobs: jobs?.count ?? null,
    oldestJobSeconds: jobs?.oldest ?? null,
    freeBytes: free,
    backups,
  };
}

/** The embedded database has one user, the portal's clock, and no server. */
async function readAsOwner({
  asOwner,
  kind,
}: Deps["database"]): Promise<Pick<Readiness["checks"], "migrations" | "isolation" | "clock">> {
  const known = readdirSync(projectFolder("migrations")).filter((name) => /^\d/.test(name));
  return asOwner((owner) =>
    briefly(owner, async () => {
      const { rows } = await owner.query<{ name: string }>("select name from drizzle.__drizzle_migrations");
      const hasRun = (name: string) => rows.some((row) => row.name === name);
      const migrations = known.every(hasRun) ? "ok" : "some have not run";
      if (kind === "embedded") return { migrations, isolation: "ok", clock: "ok" };
      const isolation = (await isOpenToOthers(owner)) ? "other users can connect to the database" : "ok";
      return { migrations, isolation, clock: (await findClockFault(owner)) ?? "ok" };
    }),
  );
}

/** A server ends each query in time, so that the queries of many checks do not wait for the same lock. */
async function briefly<Result>(connection: ClientBase, run: () => Promise<Result>): Promise<Result> {
  await connection.query("begin read only");
  try {
    await connection.query(`set local statement_timeout = ${TIMEOUT_MS}`);
    return await run();
  } finally {
    await connection.query("rollback");
  }
}

type Waiting = { count: number; oldest: number; isStuck: boolean };

function findWaiting(database: Deps["database"]): Promise<Waiting> {
  return onConnection(database, readWaiting);
}

/** Queries tables that the queue and sign-in use. The query ends in time. */
export function queryBriefly<Row extends QueryResultRow>(
  database: Deps["database"],
  text: string,
): Promise<Row[]> {
  return onConnection(database, async (connection) => (await connection.query<Row>(text)).rows);
}

async function onConnection<Result>(
  { pool }: Deps["database"],
  run: (connection: ClientBase) => Promise<Result>,
): Promise<Result> {
  const connection = await pool.connect();
  try {
    return await briefly(connection, () => run(connection));
  } finally {
    connection.release();
  }
}

/** Jobs that could have started. The portal stays ready while a long queue gets shorter. */
async function readWaiting(connection: ClientBase): Promise<Waiting> {
  const { rows } = await connection.query<Omit<Waiting, "isStuck">>(
    `select count(*)::int as count, coalesce(extract(epoch from now() - min(start_after)), 0)::float as oldest
     from pgboss.job where state in ('created', 'retry') and start_after <= now()`,
  );
  const { count, oldest } = rows[0] ?? { count: 0, oldest: 0 };
  if (oldest <= LATE_SECONDS) return { count, oldest, isStuck: false };
  const { rows: ended } = await connection.query(
    "select from pgboss.job where completed_on > now() - $1 * interval '1 second' limit 1",
    [LATE_SECONDS],
  );
  return { count, oldest, isStuck: ended.length === 0 };
}
