import { expect, test } from "vitest";
import { typedRate } from "./product.ts";

test.each([
  ["120", 120],
  [" 99.95 ", 99.95],
  ["$1,200.50", 1200.5],
  ["$ 0.000001", 0.000001],
  ["0", 0],
  ["007", 7],
  ["999999999.123456", 999999999.123456],
  ["999999999999", 999999999999],
])("COMPANY-5 the rate %j is read to the last digit", (typed, rate) => {
  expect(typedRate().parse(typed)).toBe(rate);
});

test.each([
  ["", "Please enter a rate"],
  ["a lot", "Please enter dollars, such as 120 or 99.95"],
  ["-5", "A rate is 0 or more"],
  ["−$1,095.00", "A rate is 0 or more"],
  ["(95.00)", "A rate is 0 or more"],
  ["1,5", "Please write decimals with a point: 1.5"],
  ["1.200,50", "Please write decimals with a point: 1200.50"],
  ["1e3", "Please enter dollars, such as 120 or 99.95"],
  ["0.1234567", "Please use at most 6 decimals"],
  ["0.10000000000000000001", "Please use at most 15 digits"],
  ["100000000000.000001", "Please use at most 15 digits"],
  ["1000000000000", "Please use a number below 1,000,000,000,000"],
])("COMPANY-5 the rate %j is refused, not rounded", (typed, told) => {
  expect(typedRate().safeParse(typed).error?.issues[0]?.message).toBe(told);
});
