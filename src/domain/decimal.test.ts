import { expect, test } from "vitest";
import { Decimal } from "./decimal.ts";

test.each([0, -0.000001, 1e-6, 1234.5, 999_999_999_999, 123_456_789.123456, -5])(
  "%d is kept as it is",
  (value) => {
    expect(Decimal.parse(value)).toBe(value);
  },
);

test.each([
  [1e12, "Please use a number below 1,000,000,000,000"],
  [-1e12, "Please use a number below 1,000,000,000,000"],
  [123_456_789_012.1234, "Please use at most 15 digits"],
  [0.0000001, "Please use at most 6 decimals"],
  [1.2345678, "Please use at most 6 decimals"],
])("%d is refused: %s", (value, message) => {
  expect(Decimal.safeParse(value).error?.issues.map((issue) => issue.message)).toEqual([message]);
});
