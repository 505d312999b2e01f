import { expect, test } from "vitest";
import { reachedBy, writeReached } from "./reached.ts";
import { summarize } from "./statistics.ts";

const live = (milliseconds: number) => ({
  streams: 300,
  toTheLastMs: summarize([milliseconds]),
  fromTheRequestMs: summarize([milliseconds]),
  kBAStream: 60,
  portalMs: 0,
  databaseMs: 0,
});

test("a figure at its limit is reached, and one beyond it is not", () => {
  const told = writeReached(reachedBy({ server: { live: live(100.1) } }));
  expect(told).toContain("| a change to the last of 300 open pages, median | 100.1 | ≤ 100 ms | **no** |");
  expect(told).toContain("| memory of an open page | 60 | ≤ 60 kB | yes |");
});

test("the slow requests of a call decide, and what was not measured has no row", () => {
  const call = (...milliseconds: number[]) => ({
    perSecond: summarize([2000]),
    ms: summarize(milliseconds),
    floorPerSecond: summarize([3000]),
    ofFloor: 0.5,
  });
  const rows = reachedBy({ server: { floors: { document: call(5, 5, 50), profile: call(5, 5, 51) } } });
  expect(rows.map(({ what, isReached }) => [what, isReached])).toEqual([
    ["document beside nine others, p95", true],
    ["profile beside nine others, p95", false],
  ]);
});
