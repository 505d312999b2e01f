import { pino } from "pino";
import type { OwnerConnection } from "#server/db/database.ts";
import { migrateDatabase } from "#server/installation/migrate.ts";
import { openDatabase } from "#server/installation/open-database.ts";
import { RLS } from "#server/start/nouns.ts";

// Migrates as the portal does at its start, and ends itself (-9) when a statement that holds KILL_AT has been done.

const { KILL_AT = "", DATA_DIR = "", DATABASE_URL, MIGRATIONS } = process.env;

function cutAt(owner: OwnerConnection): OwnerConnection {
  return new Proxy(owner, {
    get(connection, name) {
      const value: unknown = Reflect.get(connection, name, connection);
      if (name !== "query") return typeof value === "function" ? value.bind(connection) : value;
      return async (asked: string | { text: string }, values?: unknown[]) => {
        const text = typeof asked === "string" ? asked : asked.text;
        const result = await connection.query(asked, values);
        if (text.includes(KILL_AT)) process.kill(process.pid, "SIGKILL");
        return result;
      };
    },
  });
}

const database = await openDatabase(
  { databaseUrl: DATABASE_URL, dataDir: DATA_DIR },
  pino({ level: "silent" }),
);
const { kind } = database;
await migrateDatabase(
  { kind, asOwner: (work) => database.asOwner((owner) => work(cutAt(owner))) },
  RLS,
  MIGRATIONS,
);
