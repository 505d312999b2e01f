import { expect, test } from "vitest";
import { createTimedCache } from "./timed-cache.ts";

test("RUN-1 a clock that is put back makes no cached answer last longer", async () => {
  let at = 7_200_000;
  let reads = 0;
  const cache = createTimedCache<number>(() => new Date(at), 60_000);
  const get = () =>
    cache.get("a", async () => {
      reads += 1;
      return reads;
    });
  expect([await get(), await get()]).toEqual([1, 1]);
  at -= 3_600_000;
  expect([await get(), await get()]).toEqual([2, 2]);
});
