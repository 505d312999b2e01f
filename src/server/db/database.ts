import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import type { ClientBase, Pool } from "pg";

export type Db = NodePgDatabase;
/** An open transaction. Inside one, use it and never the database: the embedded one has a single connection. */
export type Tx = Parameters<Parameters<Db["transaction"]>[0]>[0];
/** Where a read may run: on its own, or as part of a transaction. */
export type Reader = Db | Tx;

/** A connection with the rights of the tables' owner. */
export type OwnerConnection = ClientBase;

export type Database = {
  /** Without a scope: it reaches the tables of signing in and of the queue alone (wall/). */
  db: Db;
  pool: Pool;
  kind: "embedded" | "server";
  /** Hears what transactions say with pg_notify once they commit. `onReconnect`: something may have been missed. */
  listen(
    channel: string,
    onMessage: (payload: string) => void,
    onReconnect: () => void,
  ): Promise<{ close(): Promise<void> }>;
  /** Runs migrations, on a connection that nobody else uses meanwhile. Nothing else has these rights. */
  asOwner<Result>(work: (owner: OwnerConnection) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
};
