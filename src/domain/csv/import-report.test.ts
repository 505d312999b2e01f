import { expect, test } from "vitest";
import { countOutcomes, MAX_ROWS, othersWait } from "./import-report.ts";

test.each([
  ["server", MAX_ROWS, 0, null],
  ["embedded", 0, 0, 0],
  ["embedded", 9000, 1000, 8],
  ["embedded", MAX_ROWS, 0, 72],
] as const)(
  "COMPANY-13 on the %s database, %i new and %i changed rows let others wait",
  (database, added, changed, seconds) => {
    expect(othersWait(database, { ...countOutcomes([]), new: added, changed, same: 500 })).toBe(seconds);
  },
);
