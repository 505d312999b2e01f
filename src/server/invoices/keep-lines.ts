import { A_TRILLION, exact } from "#domain/decimal.ts";
import type { Id } from "#domain/id.ts";
import type { InvoiceAmounts } from "#domain/invoices/invoice-line.ts";
import { AppError } from "../app-error.ts";
import type { Tx } from "../db/database.ts";
import { invoiceLines } from "../schema/documents.ts";

/** The columns of an invoice's sums; null for one that was made elsewhere. Throws if they cannot be counted. */
export function sumsOf(amounts: InvoiceAmounts | null) {
  if (amounts && exact(amounts.total).gte(A_TRILLION)) throw UNCOUNTABLE;
  const { subtotal = null, gst = null, total = null } = amounts ?? {};
  return { subtotal, gst, total, gstPercent: amounts ? String(amounts.gstPercent) : null };
}

/** Stores the lines of an invoice that has none. */
export async function keepLines(tx: Tx, invoiceId: Id, amounts: InvoiceAmounts | null): Promise<void> {
  const lines = amounts?.lines ?? [];
  if (lines.length === 0) return;
  await tx.insert(invoiceLines).values(
    lines.map(({ quantity, rate, discountPercent, ...line }, position) => ({
      ...line,
      invoiceId,
      position,
      quantity: String(quantity),
      rate: String(rate),
      discountPercent: String(discountPercent),
    })),
  );
}

const UNCOUNTABLE = new AppError(
  "invalid",
  "This invoice would come to a trillion dollars or more, which the portal cannot count. Nothing was saved.",
);
