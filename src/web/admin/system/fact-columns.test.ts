import { expect, test } from "vitest";
import { columnsOf } from "./fact-columns.ts";

test.each([
  ["four in one row", [1, 1, 1, 1], 4, 4],
  ["five as three and two", [1, 1, 1, 1, 1], 4, 3],
  ["six as four and two", [1, 1, 1, 1, 1, 1], 4, 4],
  ["four as two and two where three fit", [1, 1, 1, 1], 3, 2],
  ["a long one may end alone", [1, 1, 1, 1, 2], 4, 4],
  ["long ones push the last one down", [1, 1, 1, 1, 2, 2, 1], 4, 3],
  ["one that is alone in any case", [1, 1, 1, 1, 1, 1, 1], 3, 3],
])("RUN-3 the figures of a part: %s", (_of, widths, max, columns) => {
  expect(columnsOf(widths, max)).toBe(columns);
});
