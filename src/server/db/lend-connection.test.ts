import type { PoolClient, QueryConfig } from "pg";
import { expect, test } from "vitest";
import { lendConnection } from "./lend-connection.ts";

/** A connection that answers when it is told to, and keeps what it was asked. */
function connection(pipeline: boolean) {
  const asked: string[] = [];
  const answers: PromiseWithResolvers<string>[] = [];
  const query = ({ text }: QueryConfig) => {
    asked.push(text);
    const answer = Promise.withResolvers<string>();
    answers.push(answer);
    return answer.promise;
  };
  return { asked, answers, client: { pipeline, query } as unknown as PoolClient };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test("SPEED-2 statements wait for each other where the driver cannot send them together", async () => {
  const { asked, answers, client } = connection(false);
  const { client: one } = lendConnection(client);
  const both = Promise.allSettled([one.query({ text: "first" }), one.query({ text: "second" })]);
  await turn();
  expect(asked).toEqual(["first"]);
  answers[0]?.reject(new Error("refused"));
  await turn();
  expect(asked).toEqual(["first", "second"]);
  answers[1]?.resolve("answered");
  expect((await both).map(({ status }) => status)).toEqual(["rejected", "fulfilled"]);
});

test("SPEED-2 statements are sent together where the driver can", () => {
  const { asked, client } = connection(true);
  const { client: one } = lendConnection(client);
  void one.query({ text: "first" });
  void one.query({ text: "second" });
  expect(asked).toEqual(["first", "second"]);
});

test("TRUST-8 what fails because of the statement before it tells why that one failed", async () => {
  const { answers, client } = connection(true);
  const { client: one } = lendConnection(client);
  const all = Promise.allSettled(["lock", "read", "write"].map((text) => one.query({ text })));
  const lockedOut = new Error("canceling statement due to lock timeout");
  const aborted = () => Object.assign(new Error("current transaction is aborted"), { code: "25P02" });
  for (const [place, error] of [lockedOut, aborted(), aborted()].entries()) answers[place]?.reject(error);
  expect(await all).toEqual([1, 2, 3].map(() => ({ status: "rejected", reason: lockedOut })));
});

test.each([
  ["in turn", false],
  ["together", true],
])(
  "TRUST-4 a connection is given back after the last answer, and asked nothing later: %s",
  async (_way, pipeline) => {
    const { asked, answers, client } = connection(pipeline);
    const { client: one, end } = lendConnection(client);
    const both = [one.query({ text: "first" }), one.query({ text: "second" })];
    let hasEnded = false;
    const ending = end().then(() => {
      hasEnded = true;
    });
    await expect(one.query({ text: "late" })).rejects.toThrow("The transaction has ended");
    await turn();
    answers[0]?.resolve("answered");
    await turn();
    expect(hasEnded).toBe(false);
    answers[1]?.resolve("answered");
    await Promise.all([ending, ...both]);
    expect(asked).toEqual(["first", "second"]);
  },
);
