import { expect, test } from "vitest";
import { containing } from "./contains-text.ts";

test.each([
  ["Harbour Coffee", "coffee", true],
  ["Harbour Coffee", "COFFEE", true],
  [1042, "04", true],
  [0, "0", true],
  ["IN PROGRESS", "in_progress", true],
  ["IN_PROGRESS", "In Progress", true],
  ["Harbour", "fern", false],
  [null, "null", false],
])("TABLE-1 %j contains %j: %s", (cell, wanted, isFound) => {
  expect(containing(wanted)(cell)).toBe(isFound);
});
