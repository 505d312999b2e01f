import Big from "big.js";
import { exact, roundToCents } from "../decimal.ts";
import { percentOf } from "../pricing/price-work-orders.ts";
import type { InvoiceAmounts, InvoiceLine } from "./invoice-line.ts";
import { amountOf } from "./invoice-of-page.ts";

/** The amounts of typed lines: each line is rounded to the cent, and GST is rounded once for all lines that have it. */
export function invoiceOfLines(
  typed: readonly Omit<InvoiceLine, "amount">[],
  gstPercent: number,
): InvoiceAmounts {
  const lines = typed.map((line) => ({
    ...line,
    hasGst: line.hasGst && gstPercent > 0,
    amount: amountOf(line),
  }));
  const subtotal = sumOf(lines);
  const gst = exact(roundToCents(percentOf(sumOf(lines.filter(({ hasGst }) => hasGst)), gstPercent)));
  return {
    lines,
    gstPercent,
    subtotal: roundToCents(subtotal),
    gst: roundToCents(gst),
    total: roundToCents(subtotal.plus(gst)),
  };
}

function sumOf(lines: readonly Pick<InvoiceLine, "amount">[]): Big {
  return lines.reduce((sum, { amount }) => sum.plus(exact(amount)), new Big(0));
}
