import { flushCompileCache } from "node:module";
import type { Pool, PoolClient } from "pg";
import { pino } from "pino";
import { readEnv } from "#server/env/read-env.ts";
import { createApp } from "#server/start/app.ts";
import { createDeps } from "#server/start/create-deps.ts";
import { READY, type RequestKillPoint } from "./kill-points.ts";

// The portal's server without its jobs. The change with KILL_KEY as its idempotency key, or the nth with any, ends the
// process (-9) at the point.

const killAt = process.env.KILL_AT as RequestKillPoint;
const killKey = process.env.KILL_KEY;
let changesLeft = Number(process.env.KILL_CHANGE ?? 1);

type Query = (asked: string | { text: string }, values?: unknown[]) => Promise<unknown>;

function die(at: RequestKillPoint): void {
  if (at === killAt) process.kill(process.pid, "SIGKILL");
}

function cutAt(client: PoolClient): PoolClient {
  let isChosen = false;
  return new Proxy(client, {
    get(connection, name) {
      const value: unknown = Reflect.get(connection, name, connection);
      if (name !== "query") return typeof value === "function" ? value.bind(connection) : value;
      const query: Query = async (asked, values) => {
        const text = typeof asked === "string" ? asked : asked.text;
        if (isChosen && text === "commit") die("before-commit");
        const result = await (connection.query as Query)(asked, values);
        if (text.startsWith('insert into "idempotency_keys"')) {
          changesLeft -= 1;
          isChosen ||= killKey === undefined ? changesLeft === 0 : values?.includes(killKey) === true;
        }
        if (!isChosen) return result;
        die("key-claimed");
        if (text === "commit") die("after-commit");
        return result;
      };
      return query;
    },
  });
}

/** Transactions take their connections by a promise; all else stays as it is. */
function cutPool(pool: Pool): void {
  const connect = pool.connect.bind(pool) as (...given: unknown[]) => unknown;
  const cut = async () => cutAt((await connect()) as PoolClient);
  pool.connect = ((...given: unknown[]) => (given.length > 0 ? connect(...given) : cut())) as Pool["connect"];
}

const env = readEnv(process.env);
const deps = await createDeps(env, pino({ level: "fatal" }));
const app = await createApp(deps, null);
await app.listen({ host: env.host, port: env.port });
cutPool(deps.database.pool);
// A killed process leaves nothing in memory for the next one.
flushCompileCache();
process.stdout.write(`${READY}\n`);
