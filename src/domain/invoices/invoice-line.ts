import { z } from "zod";
import { Decimal, type Dollars } from "../decimal.ts";
import { Percent } from "../pricing/ranges.ts";

/** One line of an invoice. Amounts are dollars before GST. */
export const InvoiceLine = z.strictObject({
  description: z.string(),
  quantity: Decimal,
  unit: z.string().nullable(),
  rate: Decimal,
  discountPercent: Percent,
  amount: z.string(),
  hasGst: z.boolean(),
});
export type InvoiceLine = z.infer<typeof InvoiceLine>;

/** What an invoice asks for. The subtotal is the sum of the lines, the total is the subtotal with GST. */
export const InvoiceAmounts = z.strictObject({
  lines: z.array(InvoiceLine),
  /** The rate of GST on the lines that have it; 0: the company was not registered for GST. */
  gstPercent: Percent,
  subtotal: z.string(),
  gst: z.string(),
  total: z.string(),
});
export type InvoiceAmounts = z.infer<typeof InvoiceAmounts>;

/** Whether an invoice adds GST. If no line has any, it is no tax invoice, and its total includes none. */
export function addsGst({ gst }: Pick<InvoiceAmounts, "gst">): boolean {
  return Number(gst) > 0;
}

export function lineOfOne(description: string, amount: Dollars, hasGst: boolean): InvoiceLine {
  return {
    description,
    quantity: 1,
    unit: null,
    rate: Number(amount),
    discountPercent: 0,
    amount,
    hasGst,
  };
}
