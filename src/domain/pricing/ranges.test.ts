import { expect, test } from "vitest";
import { block as PricingTable } from "../page/blocks/pricing-table.ts";
import { block as WorkOrders } from "../page/blocks/work-orders.ts";
import { refuseValue, wrongAmounts } from "../page/wrong-amounts.ts";
import { isTotalInRange, refuseTyped } from "./ranges.ts";

test.each([
  ["rate", "0", null],
  ["rate", -0.01, "A rate is 0 or more"],
  ["quantity", 0.001, null],
  ["quantity", 0.0009, "A quantity is at least 0.001"],
  ["price", -500, null],
  ["price", 1e308, "Please use a number below 1,000,000,000,000"],
  ["price", Number.POSITIVE_INFINITY, "Please use a number below 1,000,000,000,000"],
  ["price", Number.NaN, "Please enter a number"],
  ["price", "Infinity", "Please enter a number, such as 95.50"],
  ["price", {}, "Please enter a number, such as 95.50"],
  ["price", true, "Please enter a number, such as 95.50"],
  ["price", 0.1234567, "Please use at most 6 decimals"],
  ["price", "100.00000000000000000001", "Please use at most 15 digits"],
  ["price", "−1,234.50", null],
  ["price", "1,5", "Please write decimals with a point: 1.5"],
  ["price", "$1,200.50", null],
  ["price", "(5)", null],
  ["percent", "10%", null],
  ["count", "$5", "Please enter a number, such as 95.50"],
  ["price", "", null],
  ["price", null, null],
  ["count", 0, null],
  ["count", "−1", "A count is 0 or more: write a credit as a price below zero"],
  ["count", "-1", "A count is 0 or more: write a credit as a price below zero"],
  ["percent", 100, null],
  ["percent", "100.01", "A percentage is from 0 to 100"],
  ["percent", -100, "A percentage is from 0 to 100"],
] as const)("FIELD-7 the %s %j is refused with: %s", (range, value, sentence) => {
  expect(refuseTyped(range, value)).toBe(sentence);
});

test("FIELD-7 a value that a field reads in another way than it is written is refused", () => {
  const { globalDiscountPercent } = WorkOrders.fields;
  expect(refuseValue(globalDiscountPercent, "12.50")).toBeNull();
  expect(refuseValue(globalDiscountPercent, "00000000000012")).toContain("Please enter a number");
  expect(refuseValue(PricingTable.fields.lineItems.of.fields.price, "1,234.50")).toContain(
    "Please enter a number",
  );
});

test("FIELD-7 every wrong figure of a block is found at its path", () => {
  const lineItems = [{ price: 1, count: 1 }, { price: "x", count: -1 }, "odd"];
  expect(wrongAmounts(PricingTable.fields, { lineItems }).map(({ path }) => path.join("."))).toEqual([
    "lineItems.1.price",
    "lineItems.1.count",
  ]);
  const workOrders = [{ workOrderId: "w", products: [{ productId: "p", total: 0 }], discountPercent: 101 }];
  const workOrderData = { workOrders, products: [{ productId: "p", productRate: -1 }] };
  expect(wrongAmounts(WorkOrders.fields, { workOrderData }).map(({ path }) => path.join("."))).toEqual([
    "workOrderData.workOrders.0.products.0.total",
    "workOrderData.workOrders.0.discountPercent",
    "workOrderData.products.0.productRate",
  ]);
});

test.each([
  [null, true],
  ["0.00", true],
  ["-0.01", false],
  ["999999999999.99", true],
  ["1000000000000.00", false],
])("FIELD-7 whether a document may come to %s: %s", (total, isInRange) => {
  expect(isTotalInRange(total)).toBe(isInRange);
});
