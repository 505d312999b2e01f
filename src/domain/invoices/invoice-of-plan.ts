import { exact } from "../decimal.ts";
import type { InvoiceAmounts } from "./invoice-line.ts";
import { type InvoicedPart, splitOff } from "./invoice-part.ts";

/** An invoice of a part of a document. `part`: the part of the payment plan that it was prepared for; null: none. */
export type PlannedInvoice = InvoicedPart & { part: number | null };

/**
 * The amounts of a part of a payment plan, as the plan shows them, in whatever order its parts are invoiced. Beside
 * invoices with other amounts, such as those made by hand, it is the next part of what they left.
 */
export function invoiceOfPlanPart(
  whole: InvoiceAmounts,
  percents: readonly number[],
  index: number,
  others: readonly PlannedInvoice[],
  named: string,
): InvoiceAmounts {
  const percent = percents[index] ?? 0;
  const planned = splitAll(whole, percents, named);
  const isAsPlanned = others.every(({ part, total, gst }) => {
    const one = part === null ? undefined : planned[part];
    return one !== undefined && exact(one.total).eq(exact(total)) && exact(one.gst).eq(exact(gst));
  });
  return (isAsPlanned && planned[index]) || splitOff(whole, others, percent, named);
}

function splitAll(whole: InvoiceAmounts, percents: readonly number[], named: string): InvoiceAmounts[] {
  const parts: (InvoicedPart & InvoiceAmounts)[] = [];
  for (const percent of percents) parts.push({ percent, ...splitOff(whole, parts, percent, named) });
  return parts;
}
