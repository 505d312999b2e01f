import { expect, test } from "vitest";
import { INVOICE_STATUS_LABELS } from "../invoices/invoice.ts";
import { WORK_ORDER_STATUS_LABELS } from "../work-orders/work-order.ts";
import { comparableText, containing, daysMatching, orderKey, wordsMatching } from "./comparable-text.ts";

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
])("TABLE-1 %j contains %j: %s", (cell, query, isFound) => {
  expect(containing(query)(cell)).toBe(isFound);
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

test.each([
  ["PAID", ["PAID"]],
  ["paid", ["PAID"]],
  ["UNPAID", ["UNPAID"]],
  ["pai", ["UNPAID", "PAID"]],
  ["refunded", []],
])("TABLE-4 filtering invoices by the status %j finds %j", (query, found) => {
  expect(wordsMatching(Object.keys(INVOICE_STATUS_LABELS), query)).toEqual(found);
});

test.each([
  ["in progress", ["IN_PROGRESS"]],
  ["IN_PROGRESS", ["IN_PROGRESS"]],
  ["in", ["IN_PROGRESS", "IN_REVIEW"]],
])("TABLE-4 filtering work orders by the status %j finds %j", (query, found) => {
  expect(wordsMatching(Object.keys(WORK_ORDER_STATUS_LABELS), query)).toEqual(found);
});

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
])("TABLE-1 %j is said by %j", (query, ranges) => {
  expect(daysMatching(query)).toEqual(ranges);
});
