import type { PoolClient, QueryConfig } from "pg";

/**
 * A connection that may be asked several statements at once. Where the driver cannot send them together, each waits for
 * the answer to the one before.
 */
export function inTurn(client: PoolClient): PoolClient {
  if (client.pipeline) return client;
  let last: Promise<unknown> = Promise.resolve();
  const query = (config: QueryConfig, values?: unknown[]) => {
    const answer = last.then(() => client.query(config, values));
    last = answer.catch(() => undefined);
    return answer;
  };
  return { query } as PoolClient;
}
