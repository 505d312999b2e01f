import { expect, test } from "vitest";
import { backoff, pause } from "./backoff.ts";

test("what failed is tried again soon at first, and later at least every so often", () => {
  expect([0, 1, 2, 3].map((failures) => backoff(failures, 30_000))).toEqual([1000, 2000, 4000, 8000]);
  expect([10, 1000].map((failures) => backoff(failures, 30_000))).toEqual([30_000, 30_000]);
});

test("a pause ends at once when its caller cancels it", async () => {
  const ending = new AbortController();
  const paused = pause(60_000, ending.signal);
  ending.abort();
  await paused;
  await pause(60_000, ending.signal);
});
