import type { InvoiceStatus } from "./invoice.ts";

export type MarkRefusal = "cancelled" | "not-issued" | "paid";

/**
 * Why an invoice cannot come to a status; null if it can. A cancelled invoice stays so, because others may ask for its
 * part by now, and money that was received is given back before an invoice is cancelled.
 */
export function markRefusal(
  { invoiceStatus: from, issuedAt }: { invoiceStatus: InvoiceStatus; issuedAt: unknown },
  to: InvoiceStatus,
): MarkRefusal | null {
  if (from === to) return null;
  if (from === "CANCELLED") return "cancelled";
  if (to === "PAID" && issuedAt === null) return "not-issued";
  return from === "PAID" && to === "CANCELLED" ? "paid" : null;
}
