import { EventEmitter } from "node:events";
import type { Pool, PoolClient, QueryConfig } from "pg";
import { expect, test } from "vitest";
import { inTransaction } from "./transaction.ts";

/** A pool of one connection, which notes what it is asked and answers with `answer`. */
function poolOf(answer: (text: string) => Promise<unknown>) {
  const queries: string[] = [];
  const released: unknown[] = [];
  const query = (given: QueryConfig | string) => {
    const text = typeof given === "string" ? given : given.text;
    queries.push(text);
    return answer(text);
  };
  const release = (broken?: Error) => released.push(broken);
  const client = Object.assign(new EventEmitter(), { query, release });
  return { queries, released, pool: { connect: async () => client } as unknown as Pool };
}

const succeed = async (text: string) => ({ command: text.toUpperCase() });

test("TRUST-8 what fails because of the statement before it tells why that one failed", async () => {
  const lockedOut = new Error("canceling statement due to lock timeout");
  const aborted = () => Object.assign(new Error("current transaction is aborted"), { code: "25P02" });
  const { pool, released } = poolOf(async (text) => {
    if (text === "lock") throw lockedOut;
    if (text === "read" || text === "write") throw aborted();
    return succeed(text);
  });
  const all = inTransaction(pool, (client) =>
    Promise.allSettled(["lock", "read", "write"].map((text) => client.query({ text }))),
  );
  expect(await all).toEqual([1, 2, 3].map(() => ({ status: "rejected", reason: lockedOut })));
  expect(released).toEqual([undefined]);
});

test("TRUST-4 a connection is asked nothing after its transaction, whose last answer comes before it is given back", async () => {
  const last = Promise.withResolvers<{ command: string }>();
  const { pool, queries, released } = poolOf((text) => (text === "commit" ? last.promise : succeed(text)));
  let used: PoolClient | undefined;
  const done = inTransaction(pool, async (client) => {
    used = client;
    await client.query({ text: "first" });
  });
  await expect.poll(() => queries).toEqual(["first", "commit"]);
  await expect(used?.query({ text: "late" })).rejects.toThrow("The transaction has ended");
  expect(released).toEqual([]);
  last.resolve({ command: "COMMIT" });
  await done;
  expect([queries, released]).toEqual([["first", "commit"], [undefined]]);
});

test("HOUSE-1 a statement that failed unheard undoes the transaction, which then fails for its reason", async () => {
  const cancelled = Object.assign(new Error("canceling statement due to user request"), { code: "57014" });
  const { pool, queries } = poolOf(async (text) => {
    if (text === "scope") throw cancelled;
    return succeed(text === "commit" ? "rollback" : text);
  });
  const done = inTransaction(pool, async (client) => {
    client.query({ text: "scope" }).catch(() => undefined);
    return "done";
  });
  await expect(done).rejects.toMatchObject({
    message: expect.stringContaining("was undone"),
    cause: cancelled,
  });
  expect(queries).toEqual(["scope", "commit", "rollback"]);
});

test("HOUSE-1 a connection that is lost amid a transaction is thrown away", async () => {
  const lost = new Error("Connection terminated unexpectedly");
  const { pool, released } = poolOf(() => Promise.reject(lost));
  await expect(inTransaction(pool, (client) => client.query({ text: "read" }))).rejects.toBe(lost);
  expect(released).toEqual([lost]);
});

test("HOUSE-1 a connection whose prepared statements do not fit the tables any more is thrown away", async () => {
  const stale = Object.assign(new Error("cached plan must not change result type"), { code: "0A000" });
  const { pool, released } = poolOf((text) => (text === "read" ? Promise.reject(stale) : succeed(text)));
  await expect(inTransaction(pool, (client) => client.query({ text: "read" }))).rejects.toBe(stale);
  expect(released).toEqual([stale]);
});
