import { expect, test } from "vitest";
import { createTurns } from "./turns.ts";

/** A task that runs until it is ended. */
function open() {
  const { promise, resolve } = Promise.withResolvers<string>();
  return { task: () => promise, end: () => resolve("done") };
}

test("CARE-10 the third change of an organization waits, and another organization's does not", async () => {
  const turns = createTurns({ atOnce: 2, waitMs: 60_000 });
  const begun: string[] = [];
  const [first, second] = [open(), open()];
  const begin = (name: string, task = async () => "done") =>
    turns("harbour", () => {
      begun.push(name);
      return task();
    });
  const running = [begin("first", first.task), begin("second", second.task), begin("third"), begin("fourth")];
  expect(await turns("wren", async () => "at once")).toBe("at once");
  expect(begun).toEqual(["first", "second"]);
  first.end();
  await running[3];
  expect(begun).toEqual(["first", "second", "third", "fourth"]);
  second.end();
  expect(await Promise.all(running)).toEqual(["done", "done", "done", "done"]);
});

test("CARE-10 a change whose turn does not come is refused, and the turn of the next one is kept", async () => {
  const turns = createTurns({ atOnce: 1, waitMs: 20 });
  const first = open();
  const running = turns("harbour", first.task);
  const refused = turns("harbour", async () => "never");
  await expect(refused).rejects.toMatchObject({ code: "unavailable", details: { retryAfterSeconds: 2 } });
  first.end();
  expect(await running).toBe("done");
  expect(await turns("harbour", async () => "next")).toBe("next");
});

test("CARE-10 a change that fails gives its turn to the next one", async () => {
  const turns = createTurns({ atOnce: 1, waitMs: 60_000 });
  const failing = turns("harbour", async () => {
    throw new Error("It failed.");
  });
  const next = turns("harbour", async () => "next");
  await expect(failing).rejects.toThrow("It failed.");
  expect(await next).toBe("next");
});
