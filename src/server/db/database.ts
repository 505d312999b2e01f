import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import type { ClientBase, Pool } from "pg";

export type Db = NodePgDatabase;
/** An open transaction. Inside one, never use the database: the embedded one has a single connection. */
export type Tx = Parameters<Parameters<NodePgDatabase["transaction"]>[0]>[0];
/** A database or a transaction, for reading. */
export type DbOrTx = Db | Tx;

/** A connection with the rights of the tables' owner. */
export type OwnerConnection = ClientBase;

export type LogFailure = (error: unknown, level: "error" | "warn", message: string) => void;

export type Database = {
  /** Without a scope: reaches only the tables of sign-in and of the queue (rls/). */
  db: Db;
  pool: Pool;
  /** Where to read: the pool, or that of a copy while a long change has the connection. */
  readers(): Promise<Pool>;
  /**
   * Runs a long change while others read a copy of the embedded database. `run` calls `lockTables` inside its
   * transaction, before it changes anything. That copies the embedded database, on a server it does nothing.
   */
  besideReaders<Result>(run: (lockTables: () => Promise<void>) => Promise<Result>): Promise<Result>;
  kind: "embedded" | "server";
  /** The number of this process, which holds an advisory lock on it while it listens; null on the embedded database. */
  processNumber: number | null;
  /** Receives pg_notify messages of committed transactions. `onReconnect`: messages may have been missed. */
  listen(
    channel: string,
    onMessage: (payload: string) => void,
    onReconnect: () => void,
  ): Promise<{ close(): Promise<void> }>;
  /** Logs a failure of work in the background. While the database is unreachable, one line replaces all others. */
  logFailure: LogFailure;
  /** Runs migrations and upkeep on an exclusive connection. Nothing else has the owner's rights. */
  asOwner<Result>(run: (owner: OwnerConnection) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
};

/** The numbers of the database's advisory locks, which are arbitrary. */
export const ADVISORY_LOCKS = {
  /** One process migrates at a time. */
  migration: 4_000_417,
  /** One world file is imported at a time. */
  load: 4_000_418,
  /** Every serving process holds this one shared, so that a process knows whether it is alone. */
  alive: 4_000_419,
  /** One CSV file is imported at a time. */
  csvImport: 4_000_422,
  /** New work orders get their numbers one after the other. */
  workOrderNumbers: 4_000_420,
  /** The General Terms and Conditions are replaced by one editor at a time. */
  generalTerms: 4_000_423,
  /** With a hash as the second key: a session of an issuer ends before or after a token of it is used first. */
  issuerSession: 4_000_424,
  /** With its own number as the second key: every serving process holds one, so that others know when it is dead. */
  process: 4_000_421,
} as const;
