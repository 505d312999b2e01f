import { Percent } from "./ranges.ts";

/** Goods and services tax in per cent on the subtotal less the global discount (spec 2 section 9). */
export const GST_PERCENT = 10;

/** A rate of GST that a company sets. One that is not registered adds none. */
export const GstPercent = Percent.refine((percent) => percent > 0, "Please enter a percentage above 0");

/** What a company's prices add. */
export type Gst = { isGstRegistered: boolean; gstPercent: number };

/** The rate that prices add: 0 for a company that is not registered. */
export function gstPercentOf({ isGstRegistered, gstPercent }: Gst): number {
  return isGstRegistered ? gstPercent : 0;
}
