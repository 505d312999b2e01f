import { setImmediate as nextTurn } from "node:timers/promises";
import type { Pool, PoolClient } from "pg";
import { expect, test } from "vitest";
import { shareConnection } from "./share-connection.ts";

/** A pool that notes what comes back, and why it is of no use any more. */
function makePool() {
  const returned: (Error | undefined)[] = [];
  const connect = async () =>
    ({ release: (broken?: Error) => void returned.push(broken) }) as unknown as PoolClient;
  return { pool: { connect } as unknown as Pool, returned };
}

test("whoever asks in one turn shares a connection, which goes back when the last one has been answered", async () => {
  const { pool, returned } = makePool();
  const [one, two] = await Promise.all([shareConnection(pool), shareConnection(pool)]);
  expect(two.client).toBe(one.client);
  one.giveBack();
  expect(returned).toEqual([]);
  two.giveBack();
  expect(returned).toEqual([undefined]);
});

test("whoever asks in a later turn waits for nobody before", async () => {
  const { pool } = makePool();
  const one = await shareConnection(pool);
  await nextTurn();
  expect((await shareConnection(pool)).client).not.toBe(one.client);
});

test("three share a connection, and a fourth gets another one", async () => {
  const { pool } = makePool();
  const four = await Promise.all(Array.from({ length: 4 }, () => shareConnection(pool)));
  const [first, second, third, fourth] = four.map(({ client }) => client);
  expect(second).toBe(first);
  expect(third).toBe(first);
  expect(fourth).not.toBe(first);
});

test("a connection that broke for one is thrown away after the last one, and nobody gets it meanwhile", async () => {
  const { pool, returned } = makePool();
  const [one, two] = await Promise.all([shareConnection(pool), shareConnection(pool)]);
  const broken = new Error("gone");
  one.giveBack(broken);
  expect((await shareConnection(pool)).client).not.toBe(one.client);
  two.giveBack();
  expect(returned).toEqual([broken]);
});
