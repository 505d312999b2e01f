import { randomInt } from "node:crypto";
import { drizzle } from "drizzle-orm/node-postgres";
import { Client, type ClientBase, Pool } from "pg";
import type { Logger } from "pino";
import { closeDatabase } from "./close-database.ts";
import type { Database } from "./database.ts";
import { listenOnServer } from "./listen-on-server.ts";
import { logOutages } from "./log-outages.ts";
import { refusePooler, requireFitDatabase, requireRights, unreachable } from "./refuse-server.ts";
import { ensureRoles, ignoreLostConnection, onConnect, type Queryable } from "./roles.ts";

const CONNECT_TIMEOUT_MS = 5000;

/** Opens the database of a server. `admit` looks at it before anything is changed. */
export async function openServer(
  databaseUrl: string,
  log: Logger,
  admit: (owner: Queryable) => Promise<void>,
): Promise<Database> {
  const failureOf = (error: unknown) => unreachable(databaseUrl, error);
  const prepare = async (owner: ClientBase) => {
    await connected(databaseUrl, (other) => refusePooler(owner, other), failureOf);
    await requireFitDatabase(owner);
    await requireRights(owner);
    await admit(owner);
    await ensureRoles(owner);
    await closeDatabase(owner, log);
  };
  await connected(databaseUrl, prepare, failureOf);
  const pool = new Pool({
    connectionString: databaseUrl,
    max: 10,
    pipeline: true,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    onConnect,
  });
  const processNumber = randomInt(1, 2 ** 31);
  const connect = () => new Client({ connectionString: databaseUrl });
  pool.on("connect", ignoreLostConnection);
  const outages = logOutages(log, () => connected(databaseUrl, (owner) => owner.query("select 1")));
  const { logFailure } = outages;
  pool.on("error", (error) => {
    if (!pool.ending) logFailure(error, "error", "An idle connection to the database failed");
  });
  return {
    db: drizzle({ client: pool }),
    pool,
    kind: "server",
    processNumber,
    readers: async () => pool,
    besideReaders: (run) => run(async () => undefined),
    listen: (...listener) => listenOnServer(connect, processNumber, logFailure, ...listener),
    logFailure,
    asOwner: (run) => connected(databaseUrl, run),
    async close() {
      outages.close();
      await pool.end();
    },
  };
}

async function connected<Result>(
  connectionString: string,
  run: (connection: ClientBase) => Promise<Result>,
  failureOf: (error: unknown) => unknown = (error) => error,
): Promise<Result> {
  const client = new Client({ connectionString, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  ignoreLostConnection(client);
  try {
    await client.connect().catch((error: unknown) => {
      throw failureOf(error);
    });
    return await run(client);
  } finally {
    await client.end();
  }
}
