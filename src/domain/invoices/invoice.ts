import { z } from "zod";
import { exact, roundToCents } from "../decimal.ts";
import { addDays } from "../documents/validity.ts";
import { formatDate, formatter } from "../format.ts";
import { Id } from "../id.ts";
import { Timestamp } from "../record-fields.ts";
import { InvoiceAmounts } from "./invoice-line.ts";
import { InvoicePayment } from "./payment.ts";

export const INVOICE_STATUSES = ["PAID", "UNPAID", "CANCELLED"] as const;
export const InvoiceStatus = z.enum(INVOICE_STATUSES);
export type InvoiceStatus = z.infer<typeof InvoiceStatus>;

/** In the order of an invoice's life. */
export const INVOICE_STATUS_LABELS = {
  UNPAID: "Unpaid",
  PAID: "Paid",
  CANCELLED: "Cancelled",
} satisfies Record<InvoiceStatus, string>;

/** The value of a link to no invoice (spec 1 section 9). */
export const NO_INVOICE = "NO_INVOICE";

export const Invoice = z.strictObject({
  invoiceId: Id,
  organizationId: Id,
  externalId: z.string().max(64),
  name: z.string().min(1).max(200),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  xeroLink: z
    .url({ protocol: /^https$/ })
    .max(2000)
    .nullable(),
  invoiceStatus: InvoiceStatus,
});
export type Invoice = z.infer<typeof Invoice>;

/** A day: "2026-11-21". The database knows no year 0. */
export const DueDate = z.iso
  .date("Please enter a date")
  .refine((day) => day >= "2000-01-01", "Please enter a date from the year 2000 to 9999");

/** The due date of an invoice that is made on a day; null: it has none. */
export function dueDateAfter(day: string, days: number | null): string | null {
  return days === null ? null : addDays(day, days);
}

/** An invoice in its client's list. Amounts are dollars to the cent. */
export const ListedInvoice = Invoice.extend({
  dueDate: z.iso.date().nullable(),
  /** Null: the portal knows no amounts of it. */
  total: z.string().nullable(),
  /** What is left to pay: "0.00" of a paid or cancelled one; null: the portal knows no amounts of it. */
  amountDue: z.string().nullable(),
  amountPaid: z.string(),
});
export type ListedInvoice = z.infer<typeof ListedInvoice>;

/** Who pays an invoice, as it names them. */
export const InvoiceBuyer = z.strictObject({
  /** The legal name, or else the organization's name. */
  name: z.string(),
  abn: z.string().nullable(),
  address: z.string().nullable(),
});
export type InvoiceBuyer = z.infer<typeof InvoiceBuyer>;

/** One invoice as its client sees it. */
export const DetailedInvoice = ListedInvoice.extend({
  /** As it was issued. */
  buyer: InvoiceBuyer,
  /** Where the company is paid, in lines, while it is unpaid; null: paid, cancelled or not set. */
  bankDetails: z.string().nullable(),
  /** What the client quotes when they pay. */
  reference: z.string(),
  /** When and how it is to be paid, as it was issued. */
  terms: z.string().nullable(),
  /** The first paid first. */
  payments: z.array(InvoicePayment),
  /** Null: the invoice was made elsewhere, and the portal knows no amounts. */
  amounts: InvoiceAmounts.nullable(),
  /** A link to its PDF that works for a minute; null until the PDF is made. */
  uri: z.string().nullable(),
});
export type DetailedInvoice = z.infer<typeof DetailedInvoice>;

type Payable = { invoiceStatus: InvoiceStatus; total: string | null; amountPaid: string };

/** What was paid of an invoice and what is left to pay. One that was marked as paid without payments is paid in full. */
export function amountsPaid({ invoiceStatus, total, amountPaid }: Payable): {
  amountPaid: string;
  amountDue: string | null;
} {
  const paid = invoiceStatus === "PAID" ? (total ?? amountPaid) : amountPaid;
  const due = invoiceStatus === "UNPAID" ? exact(total).minus(exact(paid)) : exact(0);
  return { amountPaid: roundToCents(exact(paid)), amountDue: total === null ? null : roundToCents(due) };
}

/** Whether the portal knows that nothing is left to pay, as of an invoice of $0.00. */
export function hasNothingDue(invoice: Payable): boolean {
  const { amountDue } = amountsPaid(invoice);
  return amountDue !== null && exact(amountDue).lte(0);
}

export type MarkRefusal = "cancelled" | "not-issued" | "paid" | "has-payments";

/** Why an invoice cannot get a status, or null. The part of a cancelled one may be invoiced again, so it stays so. */
export function markRefusal(
  {
    invoiceStatus: from,
    issuedAt,
    amountPaid,
  }: { invoiceStatus: InvoiceStatus; issuedAt: unknown; amountPaid: string },
  to: InvoiceStatus,
): MarkRefusal | null {
  if (from === to) return null;
  if (from === "CANCELLED") return "cancelled";
  if (to === "PAID" && issuedAt === null) return "not-issued";
  if (to !== "CANCELLED") return null;
  if (from === "PAID") return "paid";
  return exact(amountPaid).gt(0) ? "has-payments" : null;
}

type Changed = { isIssued: boolean; isPart: boolean; invoiceStatus: InvoiceStatus };

export type LinesRefusal = "issued" | "accepted-work" | "cancelled";

/** Why the lines of an invoice stay as they are, or null: an editor typed them, and no client has seen them. */
export function refuseLines({ isIssued, isPart, invoiceStatus }: Changed): LinesRefusal | null {
  if (isIssued) return "issued";
  if (isPart) return "accepted-work";
  return invoiceStatus === "CANCELLED" ? "cancelled" : null;
}

/** "2026-11-21": the day that it is at a moment in a time zone. */
export function dayIn(timeZone: string, instant: Date): string {
  const style = { timeZone, year: "numeric", month: "2-digit", day: "2-digit" } as const;
  return formatter("en-CA", style).format(instant);
}

/**
 * Whether an invoice waits for payment although its last day has passed. The due date itself is in time, and an invoice
 * of $0.00 waits for nothing.
 */
export function isOverdue(
  { invoiceStatus, dueDate, amountDue }: Pick<ListedInvoice, "invoiceStatus" | "dueDate" | "amountDue">,
  today: string,
): boolean {
  return invoiceStatus === "UNPAID" && amountDue !== "0.00" && dueDate !== null && dueDate < today;
}

/** "21 Nov 2026" of a day such as "2026-11-21", the same in every time zone. */
export function formatDay(day: string): string {
  return formatDate(`${day}T00:00:00Z`, "UTC");
}
