import { expect, test } from "vitest";
import { containsText } from "./contains-text.ts";

test.each([
  ["Harbour Coffee", "coffee", true],
  ["Harbour Coffee", "COFFEE", true],
  [1042, "04", true],
  [0, "0", true],
  ["IN PROGRESS", "in_progress", true],
  ["IN_PROGRESS", "In Progress", true],
  ["Harbour", "fern", false],
  [null, "null", false],
  [undefined, "undefined", false],
  [true, "true", false],
  [{ name: "x" }, "x", false],
])("TABLE-1 %j contains %j: %s", (value, wanted, isFound) => {
  expect(containsText(value, wanted)).toBe(isFound);
});
