import { expect, test } from "vitest";
import { reorderRows } from "./use-row-order.ts";

const ROWS = ["a", "b", "c", "d"];

test.each([
  [0, 2, "bcad"],
  [3, 0, "dabc"],
  [1, 2, "acbd"],
  [0, 3, "bcda"],
])("TABLE-5 moving row %i to %i passes the full new order", (from, to, order) => {
  expect(reorderRows(ROWS, from, to)?.join("")).toBe(order);
  expect(ROWS.join("")).toBe("abcd");
});

test.each([
  ["no destination", 1, undefined],
  ["no destination", 1, null],
  ["the same index", 2, 2],
  ["a row that is not there", 9, 1],
  ["a place that is not there", 1, 9],
])("TABLE-5 %s moves nothing", (_, from, to) => {
  expect(reorderRows(ROWS, from, to)).toBeNull();
});
