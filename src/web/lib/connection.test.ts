import { expect, test } from "vitest";
import { watchConnection } from "./connection.ts";

/** A connection that the test cuts and restores, with pauses that the test ends. */
function makeLine() {
  const line = { isOnline: true, isThere: true, pauses: [] as number[], request: 0, goOn: () => {} };
  const watch = watchConnection({
    isOnline: () => line.isOnline,
    async check() {
      line.request += 1;
      return line.isThere;
    },
    pause(ms, signal) {
      line.pauses.push(ms);
      return new Promise((resolve) => {
        line.goOn = resolve;
        signal.addEventListener("abort", () => resolve());
      });
    },
  });
  const told: string[] = [];
  watch.subscribe(() => told.push(watch.now()));
  return { line, watch, told };
}

test("one request that fails while the portal is there is no lost connection", async () => {
  const { line, watch, told } = makeLine();
  watch.recheck();
  expect(await watch.untilConnected()).toBe(false);
  expect(told).toEqual([]);
  expect(line.pauses).toEqual([]);
});

test("while the connection is not in doubt, no caller waits and no check is sent", async () => {
  const { line, watch } = makeLine();
  expect(await watch.untilConnected()).toBe(false);
  expect(line.request).toBe(0);
});

test("a portal that is away is looked for, less and less often, until it is back", async () => {
  const { line, watch, told } = makeLine();
  line.isThere = false;
  watch.recheck();
  const back = watch.untilConnected();
  for (let look = 1; look <= 6; look += 1) {
    await expect.poll(() => line.pauses.length).toBe(look);
    watch.recheck();
    if (look === 6) line.isThere = true;
    line.goOn();
  }
  expect(await back).toBe(true);
  expect(line.request).toBe(7);
  for (const [look, around] of [1000, 2000, 4000, 8000, 10_000, 10_000].entries()) {
    expect(line.pauses[look]).toBeGreaterThanOrEqual(around * 0.75);
    expect(line.pauses[look]).toBeLessThanOrEqual(around * 1.25);
  }
  expect(told).toEqual(["unreachable", "connected"]);
});

test("an offline device reports it without a request, and checks as soon as it is online", async () => {
  const { line, watch, told } = makeLine();
  line.isOnline = false;
  watch.recheck();
  await expect.poll(() => told).toEqual(["offline"]);
  expect(line.request).toBe(0);
  line.isOnline = true;
  watch.wake();
  expect(await watch.untilConnected()).toBe(true);
  expect(told).toEqual(["offline", "connected"]);
});
