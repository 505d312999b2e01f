import { expect, test } from "vitest";
import { INVOICE_STATUS_LABELS } from "../invoices/invoice.ts";
import { WORK_ORDER_STATUS_LABELS } from "../work-orders/work-order.ts";
import { wordsMeant } from "./words-meant.ts";

test.each([
  ["PAID", ["PAID"]],
  ["paid", ["PAID"]],
  ["UNPAID", ["UNPAID"]],
  ["pai", ["UNPAID", "PAID"]],
  ["refunded", []],
])("TABLE-4 filtering invoices by the status %j finds %j", (wanted, found) => {
  expect(wordsMeant(Object.keys(INVOICE_STATUS_LABELS), wanted)).toEqual(found);
});

test.each([
  ["in progress", ["IN_PROGRESS"]],
  ["IN_PROGRESS", ["IN_PROGRESS"]],
  ["in", ["IN_PROGRESS", "IN_REVIEW"]],
])("TABLE-4 filtering work orders by the status %j finds %j", (wanted, found) => {
  expect(wordsMeant(Object.keys(WORK_ORDER_STATUS_LABELS), wanted)).toEqual(found);
});
