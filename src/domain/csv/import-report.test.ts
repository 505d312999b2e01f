import { expect, test } from "vitest";
import { countFates, MOST_ROWS, othersWait } from "./import-report.ts";

test.each([
  ["server", MOST_ROWS, 0, null],
  ["embedded", 0, 0, 0],
  ["embedded", 9000, 1000, 8],
  ["embedded", MOST_ROWS, 0, 72],
] as const)(
  "COMPANY-13 on the %s database, %i new and %i changed rows let others wait",
  (database, added, changed, seconds) => {
    expect(othersWait(database, { ...countFates([]), new: added, changed, same: 500 })).toBe(seconds);
  },
);
