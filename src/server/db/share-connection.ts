import type { Pool, PoolClient } from "pg";

/** A connection for one message. `giveBack` gets what makes it of no use any more. */
export type Shared = { client: PoolClient; giveBack: (broken?: Error) => void };

type Lent = { client: Promise<PoolClient>; users: number; broken: Error | undefined };

/** Whoever comes later waits for those before, so there are not many. */
const MOST_AT_ONCE = 3;

const OPEN = new WeakMap<Pool, Lent>();

/**
 * Borrows a connection together with all who ask in the same turn of the event loop, so that their messages reach the
 * database as one: a system call costs more than a statement. Each message has to be a transaction of its own.
 */
export async function shareConnection(pool: Pool): Promise<Shared> {
  const lent = OPEN.get(pool) ?? open(pool);
  lent.users += 1;
  if (lent.users === MOST_AT_ONCE) close(pool, lent);
  const client = await lent.client;
  return {
    client,
    giveBack(broken) {
      lent.users -= 1;
      lent.broken ??= broken;
      if (broken || lent.users === 0) close(pool, lent);
      if (lent.users === 0) client.release(lent.broken);
    },
  };
}

/** A connection for one message that may take long, so that nobody waits for it. */
export async function ownConnection(pool: Pool): Promise<Shared> {
  const client = await pool.connect();
  return { client, giveBack: (broken) => client.release(broken) };
}

function open(pool: Pool): Lent {
  const lent: Lent = { client: pool.connect(), users: 0, broken: undefined };
  OPEN.set(pool, lent);
  setImmediate(() => close(pool, lent));
  return lent;
}

/** Nobody else gets this connection. */
function close(pool: Pool, lent: Lent): void {
  if (OPEN.get(pool) === lent) OPEN.delete(pool);
}
