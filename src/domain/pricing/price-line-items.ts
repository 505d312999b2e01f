import Big from "big.js";
import { type Dollars, exact, roundToCents } from "../decimal.ts";
import type { PricingLineItem, PricingTableProps } from "../page/blocks/pricing-table.ts";
import { percentOf, roundTotals } from "./price-work-orders.ts";

export type LineItemsPrice = {
  lines: (PricingLineItem & { amount: Dollars })[];
  subtotal: Dollars;
  gst: Dollars;
  total: Dollars;
};

/** The price of a Pricing Table: the sum of price × count, plus GST (spec 2 section 9). Missing values count as 0. */
export function priceLineItems({
  lineItems,
  gstPercent,
}: Pick<PricingTableProps, "lineItems" | "gstPercent">): LineItemsPrice {
  const amounts = lineItems.map(({ price, count }) => exact(price).times(exact(count)));
  const sum = amounts.reduce((total, amount) => total.plus(amount), new Big(0));
  const { subtotal, gst, total } = roundTotals({
    subtotal: sum,
    discount: new Big(0),
    gst: percentOf(sum, gstPercent),
  });
  const lines = lineItems.map((item, index) => ({
    ...item,
    amount: roundToCents(amounts[index] ?? new Big(0)),
  }));
  return { lines, subtotal, gst, total };
}
