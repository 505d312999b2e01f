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

test("a share of a floor is reached from below, and what was not measured has no row", () => {
  const call = (ofFloor: number) => ({
    perSecond: summarize([2000]),
    ms: summarize([5]),
    floorPerSecond: summarize([3000]),
    ofFloor,
  });
  const rows = reachedBy({ server: { floors: { document: call(0.61), profile: call(0.59) } } });
  expect(rows.map(({ what, isReached }) => [what, isReached])).toEqual([
    ["document, of its floor", true],
    ["profile, of its floor", false],
  ]);
});
