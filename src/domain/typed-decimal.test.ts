import { expect, test } from "vitest";
import { InvoiceLinesForm } from "./invoices/invoice-details.ts";
import { TypedSettings } from "./settings/typed-settings.ts";
import { WorkOrderForm } from "./work-orders/work-order-details.ts";

const { quantity, rate, discountPercent } = InvoiceLinesForm.shape.lines.element.shape;
const work = WorkOrderForm.shape;
const FIELDS = {
  "a line's quantity": quantity,
  "a line's rate": rate,
  "a line's discount": discountPercent,
  "a work order's quantity": work.products.element.shape.total,
  "a work order's discount": work.discountPercent,
  "the rate of GST": TypedSettings.shape.gstPercent,
};

test.each([
  ["a line's quantity", "-1", "A quantity is at least 0.001"],
  ["a line's quantity", "0", "A quantity is at least 0.001"],
  ["a line's rate", "−5", "A rate is 0 or more"],
  ["a line's rate", "1e308", "Please enter an amount, such as 120 or 95.50"],
  ["a line's discount", "150", "A percentage is from 0 to 100"],
  ["a work order's quantity", "-.5", "A quantity is at least 0.001"],
  ["a work order's quantity", "1,000,000,000,000", "Please use a number below 1,000,000,000,000"],
  ["a work order's discount", "-5", "A percentage is from 0 to 100"],
  ["a work order's discount", "Infinity", "Please enter a number, such as 10 or 12.5"],
  ["the rate of GST", "-100", "A percentage is from 0 to 100"],
] as const)("FIELD-7 %s says of %s at its field: %s", (field, typed, sentence) => {
  expect(FIELDS[field].safeParse(typed).error?.issues[0]?.message).toBe(sentence);
});
