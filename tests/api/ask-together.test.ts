import { afterAll, beforeAll, expect, test } from "vitest";
import { askTogether, isSpoiled } from "#server/db/ask-together.ts";
import { createTestApp, type TestApp } from "#tests/support/make-app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

test("SPEED-1 statements of one message are answered in order, as arrays or by name, and prepared once", async () => {
  const client = await app.deps.database.pool.connect();
  try {
    for (let n = 0; n < 2; n += 1) {
      const named = { name: "sum", text: "select $1::int + 1 as next, null as none", values: [n] };
      const { answers, error } = await askTogether(client, [
        named,
        { ...named, values: [n + 10] },
        { text: "select v from generate_series(1, 2) as v", rowMode: "array" },
      ]);
      expect(error).toBeNull();
      expect(answers.map(({ rows }) => rows)).toEqual([
        [{ next: n + 1, none: null }],
        [{ next: n + 11, none: null }],
        [[1], [2]],
      ]);
    }
  } finally {
    client.release();
  }
});

test("TRUST-8 what fails ends its message, and the connection goes on", async () => {
  const client = await app.deps.database.pool.connect();
  const half = { name: "half", text: "select 1 / $1::int as part" };
  const ask = (...values: number[]) =>
    askTogether(
      client,
      values.map((value) => ({ ...half, values: [value] })),
    );
  try {
    const { answers, error } = await ask(0);
    expect([answers, error && isSpoiled(error)]).toEqual([[], false]);
    expect(await ask(1, 0, 1)).toMatchObject({
      answers: [{ rows: [{ part: 1 }] }],
      error: { code: "22012" },
    });
    expect(await ask(1)).toMatchObject({ answers: [{ rows: [{ part: 1 }] }], error: null });
    expect(isSpoiled(new Error("Connection terminated unexpectedly"))).toBe(true);
  } finally {
    client.release();
  }
});
