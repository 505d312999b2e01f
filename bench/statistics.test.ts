import { expect, test } from "vitest";
import { rateOf, ratio, summarize } from "./statistics.ts";

test("the middle, the count and the spread of measurements in any order", () => {
  expect(summarize([3, 1, 10])).toEqual({ median: 3, p95: 10, p99: 10, n: 3, min: 1, max: 10 });
  expect(summarize([4, 1, 2, 3])).toEqual({ median: 2.5, p95: 4, p99: 4, n: 4, min: 1, max: 4 });
  expect(summarize([7.26], 1)).toEqual({ median: 7.3, p95: 7.3, p99: 7.3, n: 1, min: 7.3, max: 7.3 });
});

test("of a hundred measurements, the 95th and the 99th by size", () => {
  expect(summarize(Array.from({ length: 100 }, (_, at) => 100 - at))).toMatchObject({ p95: 95, p99: 99 });
});

test("a ratio is of the middles", () => {
  expect(ratio(summarize([1, 2, 9]), summarize([8, 8, 8]))).toBe(0.25);
});

test("a rate counts what was done, so many at once, in a bounded time", async () => {
  let running = 0;
  let most = 0;
  async function work(): Promise<void> {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setTimeout(resolve, 5));
    running -= 1;
  }
  const rate = await rateOf(work, 4, 100);
  expect(most).toBe(4);
  expect(rate).toBeGreaterThan(0);
  expect(rate).toBeLessThan(4 * 400);
});
