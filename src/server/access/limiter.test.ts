import { expect, test } from "vitest";
import { createLimiter, createReadLimiter } from "./limiter.ts";

/** A task that runs until it is ended. */
function open() {
  const { promise, resolve } = Promise.withResolvers<string>();
  return { task: () => promise, end: () => resolve("done") };
}

test("CARE-10 the third change of an organization waits, and another organization's does not", async () => {
  const limiter = createLimiter({ concurrency: 2, waitMs: 60_000 });
  const begun: string[] = [];
  const [first, second] = [open(), open()];
  const begin = (name: string, task = async () => "done") =>
    limiter("harbour", () => {
      begun.push(name);
      return task();
    });
  const running = [begin("first", first.task), begin("second", second.task), begin("third"), begin("fourth")];
  expect(await limiter("wren", async () => "at once")).toBe("at once");
  expect(begun).toEqual(["first", "second"]);
  first.end();
  await running[3];
  expect(begun).toEqual(["first", "second", "third", "fourth"]);
  second.end();
  expect(await Promise.all(running)).toEqual(["done", "done", "done", "done"]);
});

test("CARE-10 a change whose turn does not come is refused, and the turn of the next one is kept", async () => {
  const limiter = createLimiter({ concurrency: 1, waitMs: 20 });
  const first = open();
  const running = limiter("harbour", first.task);
  const refused = limiter("harbour", async () => "never");
  await expect(refused).rejects.toMatchObject({ code: "unavailable", details: { retryAfterSeconds: 2 } });
  first.end();
  expect(await running).toBe("done");
  expect(await limiter("harbour", async () => "next")).toBe("next");
});

test("CARE-10 a change that fails gives its turn to the next one", async () => {
  const limiter = createLimiter({ concurrency: 1, waitMs: 60_000 });
  const failing = limiter("harbour", async () => {
    throw new Error("It failed.");
  });
  const next = limiter("harbour", async () => "next");
  await expect(failing).rejects.toThrow("It failed.");
  expect(await next).toBe("next");
});

test("CARE-10 long answers of one organization come one at a time, and short ones and others in the meantime", async () => {
  const limiter = createReadLimiter();
  const begun: string[] = [];
  const { promise: sent, resolve: take } = Promise.withResolvers<void>();
  const read = (name: string) => async () => {
    begun.push(name);
    return name;
  };
  const first = limiter.long("harbour", read("first"), () => sent);
  const second = limiter.long("harbour", read("second"), () => null);
  // The answer does not wait until it is taken; the next one does.
  expect(await first).toBe("first");
  expect(await limiter.short("harbour", read("short"))).toBe("short");
  expect(await limiter.long("wren", read("other"), () => null)).toBe("other");
  expect(begun).toEqual(["first", "short", "other"]);
  take();
  expect(await second).toBe("second");
});

test("CARE-10 more long answers than may wait are refused at once, with when to ask again", async () => {
  const limiter = createReadLimiter();
  const { promise: end, resolve } = Promise.withResolvers<string>();
  const request = Array.from({ length: 101 }, () =>
    limiter.long(
      "harbour",
      () => end,
      () => null,
    ),
  );
  const refused = limiter.long(
    "harbour",
    () => end,
    () => null,
  );
  await expect(refused).rejects.toMatchObject({
    code: "unavailable",
    details: { reason: "busy", retryAfterSeconds: 2 },
  });
  resolve("done");
  expect(new Set(await Promise.all(request))).toEqual(new Set(["done"]));
});

test("CARE-10 a long answer that fails, and one that no one takes, give their turn to the next one", async () => {
  const limiter = createReadLimiter();
  const failing = limiter.long(
    "harbour",
    () => Promise.reject(new Error("It failed.")),
    () => null,
  );
  const untaken = limiter.long(
    "harbour",
    async () => "untaken",
    () => new Promise(() => undefined),
  );
  const next = limiter.long(
    "harbour",
    async () => "next",
    () => null,
  );
  await expect(failing).rejects.toThrow("It failed.");
  expect(await untaken).toBe("untaken");
  expect(await next).toBe("next");
});
