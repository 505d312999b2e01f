import type { DatabaseError, PoolClient, QueryConfig } from "pg";

/** PostgreSQL's code for "current transaction is aborted". */
const OF_FAILED_TRANSACTION = "25P02";

/**
 * A borrowed connection that may be asked several statements at once. Where the driver cannot send them together, each
 * waits for the answer to the one before. Statements after one that failed fail with its error. `end` waits for what was asked and refuses what is asked later, because the
 * connection is somebody else's then.
 */
export function lendConnection(client: PoolClient): { client: PoolClient; end: () => Promise<void> } {
  let last: Promise<unknown> = Promise.resolve();
  let hasEnded = false;
  let failure: unknown;
  const refused = (error: unknown) => {
    failure ??= error;
    throw (error as DatabaseError).code === OF_FAILED_TRANSACTION ? failure : error;
  };
  const query = (config: QueryConfig, values?: unknown[]) => {
    if (hasEnded) return Promise.reject(new Error("The transaction has ended."));
    const ask = () => client.query(config, values);
    const answer = (client.pipeline ? ask() : last.then(ask)).catch(refused);
    last = answer.catch(() => undefined);
    return answer;
  };
  return {
    client: { query } as PoolClient,
    async end() {
      hasEnded = true;
      await last;
    },
  };
}
