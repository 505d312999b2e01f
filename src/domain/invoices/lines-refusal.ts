import type { InvoiceStatus } from "./invoice.ts";

type Changed = { isIssued: boolean; isPart: boolean; invoiceStatus: InvoiceStatus };

export type LinesRefusal = "issued" | "accepted-work" | "cancelled";

/** Why the lines of an invoice stay as they are, or null: an editor typed them, and no client has seen them. */
export function refuseLines({ isIssued, isPart, invoiceStatus }: Changed): LinesRefusal | null {
  if (isIssued) return "issued";
  if (isPart) return "accepted-work";
  return invoiceStatus === "CANCELLED" ? "cancelled" : null;
}
