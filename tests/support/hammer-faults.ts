import type { ClientBase, Pool } from "pg";
import { BESIDE } from "./hammer-world.ts";
import type { TestApp } from "./make-app.ts";

export type Faults = {
  exhausted: number;
  cancelled: number;
  terminated: number;
  /** Of the terminated connections, those in the midst of a transaction. */
  terminatedAtWork: number;
};

/** What a transaction may wait for: who calls, whether they belong, and the records. */
const TABLES = ["auth_sessions", "organization_permissions", "unique_documents", "work_orders"];
const LOOK_EVERY_MS = 3;
const HELD_AT_MOST_MS = 1500;
const FEW = 3;

const OF_PORTALS = `datname = current_database() and backend_type = 'client backend'
  and application_name <> '${BESIDE}'`;
const WAITING = `${OF_PORTALS} and wait_event_type = 'Lock'`;
const AT_WORK = `${OF_PORTALS} and state = 'active'`;

/** Breaks the database beneath portals, in one way after the other. */
export function createFaults(beside: Pool, portals: readonly TestApp[], draw: (below: number) => number) {
  const done: Faults = { exhausted: 0, cancelled: 0, terminated: 0, terminatedAtWork: 0 };

  const count = async (which: string) =>
    (await beside.query<{ all: number }>(`select count(*)::int as all from pg_stat_activity where ${which}`))
      .rows[0]?.all ?? 0;
  const cancel = async (which: string) => {
    const { rowCount } = await beside.query(
      `select pg_cancel_backend(pid) from pg_stat_activity where ${which}`,
    );
    done.cancelled += rowCount ?? 0;
  };
  const terminate = async (which: string, most: number) => {
    const { rows } = await beside.query<{ isAtWork: boolean }>(
      `select pg_terminate_backend(pid), state <> 'idle' as "isAtWork" from
        (select pid, state from pg_stat_activity where ${which} order by md5($1 || pid) limit $2) as one`,
      [String(draw(1000)), most],
    );
    done.terminated += rows.length;
    done.terminatedAtWork += rows.filter(({ isAtWork }) => isAtWork).length;
  };

  /** Locks a table until the requested number of connections wait for it. */
  async function lockTable(isEnough: () => Promise<boolean>, andThen: () => Promise<void>): Promise<void> {
    const table = TABLES[draw(TABLES.length)];
    const holder = await beside.connect();
    await holder.query("begin; set local lock_timeout = '300ms'");
    try {
      if (!(await lock(holder, `lock table ${table} in access exclusive mode`))) return;
      const latest = performance.now() + HELD_AT_MOST_MS;
      while (performance.now() < latest) {
        if (await isEnough()) return await andThen();
        await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
      }
    } finally {
      await holder.query("rollback");
      holder.release();
    }
  }
  const someWait = async () => (await count(WAITING)) >= FEW;
  const ways = [
    () =>
      lockTable(
        async () => portals.some(({ deps }) => deps.database.pool.waitingCount > 0),
        async () => {
          done.exhausted += 1;
        },
      ),
    () => lockTable(someWait, () => cancel(WAITING)),
    () => lockTable(someWait, () => terminate(WAITING, 1 + draw(FEW))),
    () => terminate(OF_PORTALS, 1 + draw(FEW)),
    () => cancel(AT_WORK),
    () => terminate(AT_WORK, 1 + draw(FEW)),
  ];
  let turn = 0;
  return {
    done,
    /** Breaks something. Resolves when it is whole again. */
    async breakNext(): Promise<void> {
      turn += 1;
      await ways[turn % ways.length]?.();
    },
    /** How many connections of the portals are within a transaction. */
    inTransaction: () => count(`${OF_PORTALS} and state <> 'idle' and pid <> pg_backend_pid()`),
  };
}

/** Returns whether it got the lock, which others may hold for longer than it waits. */
async function lock(client: ClientBase, statement: string): Promise<boolean> {
  return client.query(statement).then(
    () => true,
    () => false,
  );
}
