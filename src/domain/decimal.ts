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

/** Why JSON and the database would not hold a number exactly, as a sentence; null if they hold it. */
export function refuseDecimal(value: number): string | null {
  if (Number.isNaN(value)) return "Please enter a number";
  if (Math.abs(value) >= 1e12) return "Please use a number below 1,000,000,000,000";
  if (significantDigits(value) > MAX_SIGNIFICANT_DIGITS) return TOO_MANY_DIGITS;
  return decimalsOf(value) > MAX_DECIMALS ? `Please use at most ${MAX_DECIMALS} decimals` : null;
}

const TOO_MANY_DIGITS = `Please use at most ${MAX_SIGNIFICANT_DIGITS} digits`;

/** A rule of numbers that says in a sentence what is wrong, as a check of zod. */
export function explained(refuse: (value: number) => string | null) {
  return (value: number, context: z.RefinementCtx): void => {
    const message = refuse(value);
    if (message !== null) context.addIssue({ code: "custom", message });
  };
}

/** A decimal in the API: a JSON number short enough that no client loses a digit. */
export const Decimal = z.number().superRefine(explained(refuseDecimal));

/** The exact decimal of a number from the API. A missing or unreadable value counts as 0 (spec 2 section 5). */
export function exact(value: Big | number | string | null | undefined): Big {
  if (value === null || value === undefined || value === "") return new Big(0);
  try {
    return new Big(String(value));
  } catch {
    return new Big(0);
  }
}

export function sumOf(values: readonly (Big | number | string)[]): Big {
  return values.reduce<Big>((sum, value) => sum.plus(exact(value)), new Big(0));
}

/** Why a number does not hold all digits of a text, as a sentence; null if it does. */
export function refuseDigits(digits: string): string | null {
  return exact(Number(digits)).eq(exact(digits)) ? null : TOO_MANY_DIGITS;
}

/** Smaller amounts pass through JSON and the database unchanged. */
export const A_TRILLION = exact("1000000000000");

/** Dollars rounded half up to the cent, with 2 decimals: "1234.50". */
export type Dollars = string;

export function roundToCents(value: Big): Dollars {
  return value.round(2, HALF_UP).toFixed(2);
}
