import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import type { ClientBase, Pool } from "pg";

export type Db = NodePgDatabase;
/** An open transaction. Inside one, never use the database: the embedded one has a single connection. */
export type Tx = Parameters<Parameters<NodePgDatabase["transaction"]>[0]>[0];
/** A database or a transaction, for reading. */
export type Reader = Db | Tx;

/** A connection with the rights of the tables' owner. */
export type OwnerConnection = ClientBase;

export type LogFailure = (error: unknown, level: "error" | "warn", message: string) => void;

export type Database = {
  /** Without a scope: reaches only the tables of sign-in and of the queue (rls/). */
  db: Db;
  pool: Pool;
  /** Where to read: the pool, or what stands beside it in the meantime. */
  readers(): Promise<Pool>;
  /**
   * Runs a long change of which the embedded database's other callers should not wait to read. `work` calls
   * `lockTables` inside its transaction, before it changes anything; from the call until then readers wait.
   */
  besideReaders<Result>(work: (lockTables: () => Promise<void>) => Promise<Result>): Promise<Result>;
  kind: "embedded" | "server";
  /** The number of this process, which holds an advisory lock on it while it listens; null on the embedded database. */
  processNumber: number | null;
  /** Receives pg_notify messages of committed transactions. `onReconnect`: messages may have been missed. */
  listen(
    channel: string,
    onMessage: (payload: string) => void,
    onReconnect: () => void,
  ): Promise<{ close(): Promise<void> }>;
  /** Logs that work failed for which no request waits, unless one line tells that the database itself is away. */
  logFailure: LogFailure;
  /** Runs migrations and upkeep on an exclusive connection. Nothing else has the owner's rights. */
  asOwner<Result>(work: (owner: OwnerConnection) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
};

/** The numbers of the database's advisory locks. Any fixed numbers that differ will do. */
export const ADVISORY_LOCKS = {
  /** Processes that start at once migrate in turn. */
  migration: 4_000_417,
  /** Two imports at once take turns. */
  load: 4_000_418,
  /** Every serving process holds this one shared, so that a process knows whether it is alone. */
  alive: 4_000_419,
  /** Imports of CSV files take turns. */
  csvImport: 4_000_422,
  /** New work orders take their numbers in turn. */
  workOrderNumbers: 4_000_420,
  /** Editors who replace the General Terms and Conditions take turns. */
  generalTerms: 4_000_423,
  /** With its own number as the second key: every serving process holds one, so that others know when it is dead. */
  process: 4_000_421,
} as const;
