import { expect, test } from "vitest";
import { expectedRows } from "./data-table.tsx";

const SEEN = { total: 23, choices: { PENDING: 3, APPROVED: 20 } };

test.each([
  ["an unknown table", null, { chosen: "", pageIndex: 0 }, 5],
  ["a full first page", SEEN, { chosen: "", pageIndex: 0 }, 10],
  ["the last page", SEEN, { chosen: "", pageIndex: 2 }, 3],
  ["a page behind the last", SEEN, { chosen: "", pageIndex: 9 }, 3],
  ["one status", SEEN, { chosen: "PENDING", pageIndex: 0 }, 3],
  ["a status without rows", SEEN, { chosen: "DRAFT", pageIndex: 0 }, 0],
  ["an empty table", { total: 0, choices: {} }, { chosen: "", pageIndex: 0 }, 0],
  ["a table without pages", SEEN, { chosen: "", pageIndex: undefined }, 23],
])("DASH-7 the placeholder of %s has as many rows as will come", (_, remembered, requested, rows) => {
  expect(expectedRows(remembered, requested)).toBe(rows);
});
