import { z } from "zod";
import { A_TRILLION, type Dollars, exact, explained, refuseDecimal, refuseDigits } from "../decimal.ts";
import { type NumberKind, readNumber } from "../read-number.ts";

/** The range of each figure of a price (decision 56), for the editor, the forms, the server and all imports. */
const RANGES = {
  /** Dollars per unit of a product, or on a line of an invoice. */
  rate: { isWithin: (value: number) => value >= 0, sentence: "A rate is 0 or more" },
  quantity: { isWithin: (value: number) => value >= 0.001, sentence: "A quantity is at least 0.001" },
  /** Dollars per unit on a line of a Pricing Table. Below zero it is a credit. */
  price: { isWithin: () => true, sentence: "" },
  count: {
    isWithin: (value: number) => value >= 0,
    sentence: "A count is 0 or more: write a credit as a price below zero",
  },
  percent: {
    isWithin: (value: number) => value >= 0 && value <= 100,
    sentence: "A percentage is from 0 to 100",
  },
} satisfies Record<string, { isWithin: (value: number) => boolean; sentence: string }>;
export type AmountRange = keyof typeof RANGES;

/** Why a number is out of a range, as a sentence; null if it is within. */
export function refuseAmount(range: AmountRange, value: number): string | null {
  const { isWithin, sentence } = RANGES[range];
  return refuseDecimal(value) ?? (isWithin(value) ? null : sentence);
}

export const Rate = z.number().superRefine(explained((value) => refuseAmount("rate", value)));
export const Quantity = z.number().superRefine(explained((value) => refuseAmount("quantity", value)));

export const Percent = z.number().superRefine(explained((value) => refuseAmount("percent", value)));

/** What a text of a range may name beside the number. */
export const KINDS = {
  rate: "money",
  quantity: "plain",
  price: "money",
  count: "plain",
  percent: "percent",
} satisfies Record<AmountRange, NumberKind>;

export const NO_NUMBER = "Please enter a number, such as 95.50";

/** Why a value that was typed or stored is not of a range, as a sentence; null if it is, or if it is empty. */
export function refuseTyped(range: AmountRange, value: unknown): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value === "number") return refuseAmount(range, value);
  if (typeof value !== "string") return NO_NUMBER;
  if (value.trim() === "") return null;
  const read = readNumber(value, KINDS[range]);
  if (!("digits" in read)) return read.refusal ?? NO_NUMBER;
  return refuseAmount(range, Number(read.digits)) ?? refuseDigits(read.digits);
}

/** Whether a document may come to this total. Null: it prices nothing. */
export function isTotalInRange(total: Dollars | null): boolean {
  return total === null || (exact(total).gte(0) && exact(total).lt(A_TRILLION));
}

/** Goods and services tax in per cent on the subtotal less the global discount (spec 2 section 9). */
export const GST_PERCENT = 10;

/** A rate of GST that a company sets. One that is not registered adds none. */
export const GstPercent = Percent.refine((percent) => percent > 0, "Please enter a percentage above 0");

export type Gst = { isGstRegistered: boolean; gstPercent: number };

/** The rate that prices add: 0 for a company that is not registered. */
export function gstPercentOf({ isGstRegistered, gstPercent }: Gst): number {
  return isGstRegistered ? gstPercent : 0;
}
