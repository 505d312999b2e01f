import { expect, test } from "vitest";
import { existingPage, pageLabel } from "./data-table-pagination.tsx";

test.each([
  [0, 0, "0 - 0 of 0"],
  [0, 1, "1 - 1 of 1"],
  [0, 10, "1 - 10 of 10"],
  [0, 23, "1 - 10 of 23"],
  [1, 23, "11 - 20 of 23"],
  [2, 23, "21 - 23 of 23"],
])("TABLE-3 page %i of %i rows is labelled %s", (pageIndex, total, label) => {
  expect(pageLabel(pageIndex, total)).toBe(label);
});

test("TABLE-3 COMPANY-9 a page of more rows than are counted says so", () => {
  expect(pageLabel(1000, 10_000, true)).toBe("10001 - 10010 of more than 10,000");
});

test.each([
  [-1, 23, 0],
  [2, 23, 2],
  [3, 23, 2],
  [1, 10, 0],
  [5, 0, 0],
])("TABLE-3 asked for page %i of %i rows, page %i is shown", (request, total, shown) => {
  expect(existingPage(request, total)).toBe(shown);
});
