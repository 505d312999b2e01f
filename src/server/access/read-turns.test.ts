import { expect, test } from "vitest";
import { createReadTurns } from "./read-turns.ts";

test("CARE-10 long answers of one organization come one at a time, and short ones and others meanwhile", async () => {
  const turns = createReadTurns();
  const begun: string[] = [];
  const { promise: sent, resolve: take } = Promise.withResolvers<void>();
  const read = (name: string) => async () => {
    begun.push(name);
    return name;
  };
  const first = turns.long("harbour", read("first"), () => sent);
  const second = turns.long("harbour", read("second"), () => null);
  // The answer does not wait until it is taken; the next one does.
  expect(await first).toBe("first");
  expect(await turns.short("harbour", read("short"))).toBe("short");
  expect(await turns.long("wren", read("other"), () => null)).toBe("other");
  expect(begun).toEqual(["first", "short", "other"]);
  take();
  expect(await second).toBe("second");
});

test("CARE-10 more long answers than may wait are refused at once, with when to ask again", async () => {
  const turns = createReadTurns();
  const { promise: end, resolve } = Promise.withResolvers<string>();
  const asked = Array.from({ length: 101 }, () =>
    turns.long(
      "harbour",
      () => end,
      () => null,
    ),
  );
  const refused = turns.long(
    "harbour",
    () => end,
    () => null,
  );
  await expect(refused).rejects.toMatchObject({
    code: "unavailable",
    details: { reason: "busy", retryAfterSeconds: 2 },
  });
  resolve("done");
  expect(new Set(await Promise.all(asked))).toEqual(new Set(["done"]));
});

test("CARE-10 a long answer that fails, and one that nobody takes, give their turn to the next one", async () => {
  const turns = createReadTurns();
  const failing = turns.long(
    "harbour",
    () => Promise.reject(new Error("It failed.")),
    () => null,
  );
  const untaken = turns.long(
    "harbour",
    async () => "untaken",
    () => new Promise(() => undefined),
  );
  const next = turns.long(
    "harbour",
    async () => "next",
    () => null,
  );
  await expect(failing).rejects.toThrow("It failed.");
  expect(await untaken).toBe("untaken");
  expect(await next).toBe("next");
});
