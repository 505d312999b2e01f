import Big from "big.js";
import { z } from "zod";

/** Big.js rounding mode 1: half up, away from zero. */
const HALF_UP = 1;

/** A JSON number (IEEE 754 double) returns 15 significant digits unchanged. */
const MAX_SIGNIFICANT_DIGITS = 15;

/** The database stores as many decimals of amounts, quantities and percentages. */
const MAX_DECIMALS = 6;

function significantDigits(value: number): number {
  return new Big(String(value)).c.length;
}

function decimalsOf(value: number): number {
  const { c, e } = new Big(String(value));
  return Math.max(0, c.length - e - 1);
}

/** A decimal in the API: a JSON number short enough that no client loses a digit. */
export const Decimal = z
  .number()
  .refine((value) => Math.abs(value) < 1e12, "Expected a number below 1,000,000,000,000")
  .refine((value) => significantDigits(value) <= MAX_SIGNIFICANT_DIGITS, "Expected at most 15 digits")
  .refine((value) => decimalsOf(value) <= MAX_DECIMALS, "Expected at most 6 decimals");
export type Decimal = z.infer<typeof Decimal>;

/** Percent from 0 to 100. */
export const Percent = Decimal.refine(
  (value) => value >= 0 && value <= 100,
  "Expected a percentage from 0 to 100",
);
export type Percent = z.infer<typeof Percent>;

/** The exact decimal of a number from the API. A missing or unreadable value counts as 0 (spec 2 section 5). */
export function exact(value: number | string | null | undefined): Big {
  if (value === null || value === undefined || value === "") return new Big(0);
  try {
    return new Big(String(value));
  } catch {
    return new Big(0);
  }
}

/** Smaller amounts pass through JSON and the database unchanged. */
export const A_TRILLION = exact("1000000000000");

/** Dollars rounded half up to the cent, with 2 decimals: "1234.50". */
export type Dollars = string;

export function roundToCents(value: Big): Dollars {
  return value.round(2, HALF_UP).toFixed(2);
}
