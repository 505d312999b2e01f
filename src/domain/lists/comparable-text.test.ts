import { expect, test } from "vitest";
import { comparableText, containing, orderKey } from "./comparable-text.ts";

test.each([
  ["Harbour Coffee", "coffee", true],
  ["Harbour Coffee", "COFFEE", true],
  [1042, "04", true],
  [0, "0", true],
  ["IN PROGRESS", "in_progress", true],
  ["IN_PROGRESS", "In Progress", true],
  ["Kaffeerösterei", "ROSTEREI", true],
  ["Cafe", "café", true],
  ["ΟΔΟΣ", "οδος", true],
  ["Harbour", "fern", false],
  [null, "null", false],
])("TABLE-1 %j contains %j: %s", (cell, wanted, isFound) => {
  expect(containing(wanted)(cell)).toBe(isFound);
});

test("TABLE-1 a letter that is written in one piece or in two is the same", () => {
  expect(comparableText("Cafe\u0301 ﬁt-out")).toBe(comparableText("CAFÉ FIT-OUT"));
});

test.each([
  ["WO-9", "WO-10"],
  ["wo-9", "WO-10"],
  ["WO-009", "WO-10"],
  ["v1.9", "v1.10"],
  ["Éclair", "Fig"],
  ["99999999999", "100000000000"],
  ["Site", "Site 2"],
])("%j comes before %j", (first, second) => {
  expect(orderKey(first) < orderKey(second)).toBe(true);
});
