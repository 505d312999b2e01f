import type { Pool, PoolClient } from "pg";
import type { TestApp } from "./make-app.ts";

/** The message in which a change confirms its caller inside its transaction. */
export const CONFIRMS_CALLER = "counterpart_confirm_caller";
/** What `before` receives at the commit of such a transaction. */
export const COMMITS_CHANGE = "commit a change";

export type Tap = {
  /** Before a message is sent: a promise holds it, and all later ones of its connection. */
  before(text: string): Promise<unknown> | undefined;
  /** Around the commit of a change. */
  beforeCommit(): Promise<unknown> | undefined;
  afterCommit(isDone: boolean): void;
  /** The database's numbers of the connections that were used. */
  connections(): number[];
};

type Taken = (error: Error | undefined, client: PoolClient | undefined, release: unknown) => void;

/** Listens to what an app says to its PostgreSQL database from now on, and holds messages back. */
export function tapMessages({ deps }: TestApp): Tap {
  const { pool } = deps.database;
  const known = new Set<PoolClient>();
  const tap: Tap = {
    before: () => undefined,
    beforeCommit: () => undefined,
    afterCommit: () => undefined,
    connections: () => [...known].map((client) => (client as PoolClient & { processID: number }).processID),
  };
  const tapped = (client: PoolClient): PoolClient => {
    if (!known.has(client)) tapClient(client, tap);
    known.add(client);
    return client;
  };
  const connect = pool.connect.bind(pool) as (taken?: Taken) => Promise<PoolClient> | undefined;
  const connectTapped = (taken?: Taken) =>
    taken
      ? connect((error, client, release) => taken(error, client && tapped(client), release))
      : connect()?.then(tapped);
  pool.connect = connectTapped as Pool["connect"];
  return tap;
}

function tapClient(client: PoolClient, tap: Tap): void {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown;
  let held: Promise<unknown> | undefined;
  let isChange = false;

  async function commit(given: unknown[]): Promise<unknown> {
    await tap.beforeCommit();
    let command = "";
    try {
      const answer = (await query(...given)) as { command: string };
      command = answer.command;
      return answer;
    } finally {
      tap.afterCommit(command === "COMMIT");
    }
  }
  client.query = ((...given: unknown[]) => {
    const text = textOf(given[0]);
    if (text.startsWith("begin")) isChange = false;
    isChange ||= text.includes(CONFIRMS_CALLER);
    const isCommit = isChange && text === "commit";
    const send = () => (isCommit ? commit(given) : query(...given));
    const gate = tap.before(isCommit ? COMMITS_CHANGE : text);
    if (!gate && !held) return send();
    const free = Promise.all([held, gate]);
    held = free;
    void free.then(() => {
      if (held === free) held = undefined;
    });
    return free.then(send);
  }) as PoolClient["query"];
}

/** Of one statement, or of the first of a message of several. */
function textOf(asked: unknown): string {
  if (typeof asked === "string") return asked;
  const { text, asked: together } = asked as { text?: string; asked?: readonly { text: string }[] };
  return text ?? together?.[0]?.text ?? "";
}
