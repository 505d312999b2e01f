import { Client } from "pg";
import { vi } from "vitest";

type Asked = { asked?: unknown[] };

/**
 * How many statements each message to the database had, without those of the queue and of a new connection. Stop the
 * queue of the app before: the statements of its jobs would be counted too.
 */
export async function messagesOf(work: () => Promise<unknown>): Promise<number[]> {
  const query = vi.spyOn(Client.prototype, "query");
  try {
    await work();
    return query.mock.calls
      .map(([asked]) => asked as unknown as Asked)
      .filter((asked) => !/pgboss|set role/.test(JSON.stringify(asked)))
      .map(({ asked }) => asked?.length ?? 1);
  } finally {
    query.mockRestore();
  }
}
