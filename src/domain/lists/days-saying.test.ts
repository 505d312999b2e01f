import { expect, test } from "vitest";
import { daysSaying } from "./days-saying.ts";

test.each([
  ["21 Nov 2026", [["2026-11-21", "2026-11-22"]]],
  ["NOV 2026", [["2026-11-01", "2026-12-01"]]],
  [
    "1 feb 2024",
    [
      ["2024-02-01", "2024-02-02"],
      ["2024-02-11", "2024-02-12"],
      ["2024-02-21", "2024-02-22"],
    ],
  ],
  ["2099", [["2099-01-01", "2100-01-01"]]],
  ["hosting", []],
  ["30 Feb", []],
  ["", [["1970-01-01", "2100-01-01"]]],
])("TABLE-1 %j is said by %j", (wanted, ranges) => {
  expect(daysSaying(wanted)).toEqual(ranges);
});
