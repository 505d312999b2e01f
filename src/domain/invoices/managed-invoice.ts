import { z } from "zod";
import { Id } from "../id.ts";
import { Percent } from "../pricing/ranges.ts";
import { RecordVersion, Timestamp } from "../record-fields.ts";
import { DetailedInvoice, InvoiceBuyer, ListedInvoice } from "./invoice.ts";
import { InvoiceLine } from "./invoice-line.ts";
import { ManagedPayment } from "./payment.ts";

/** An invoice in the company's list. */
export const InvoiceCard = ListedInvoice.extend({
  organizationName: z.string(),
  /** Since when its client sees it; null: the client does not. */
  issuedAt: Timestamp.nullable(),
});
export type InvoiceCard = z.infer<typeof InvoiceCard>;

export const ManagedInvoice = InvoiceCard.extend({
  ...DetailedInvoice.pick({ amounts: true, uri: true }).shape,
  /** The first paid first. */
  payments: z.array(ManagedPayment),
  /** These three as it was issued; until then, as it would be now. */
  buyer: InvoiceBuyer,
  reference: z.string(),
  terms: z.string().nullable(),
  /** The accepted document that it asks a part of. */
  part: z
    .strictObject({ uniqueDocumentId: Id, name: z.string(), externalId: z.string(), percent: Percent })
    .nullable(),
  /** What its PDF would show as empty boxes if it were issued now. */
  lettersWithoutFont: z.array(z.string()),
  /** Of its due date and link, and of its lines. */
  recordVersion: RecordVersion,
  linesVersion: RecordVersion,
});
export type ManagedInvoice = z.infer<typeof ManagedInvoice>;

/** What an editor reads of an invoice before they issue it. */
export const InvoiceAsRead = ManagedInvoice.pick({ dueDate: true, xeroLink: true, total: true }).extend({
  lines: z.array(InvoiceLine.omit({ amount: true })),
});
export type InvoiceAsRead = z.infer<typeof InvoiceAsRead>;

export function invoiceAsRead({ dueDate, xeroLink, total, amounts }: ManagedInvoice): InvoiceAsRead {
  return { dueDate, xeroLink, total, lines: linesAsRead(amounts) };
}

export function linesAsRead(amounts: ManagedInvoice["amounts"]): InvoiceAsRead["lines"] {
  return (amounts?.lines ?? []).map(({ amount: _, ...line }) => line);
}

/** An accepted document that invoices do not ask the whole of yet. */
export const InvoiceableDocument = z.strictObject({
  uniqueDocumentId: Id,
  organizationId: Id,
  organizationName: z.string(),
  externalId: z.string(),
  name: z.string(),
  acceptedAt: Timestamp,
  total: z.string(),
  openPercent: Percent,
  /** The numbers of invoices that it or its work orders name, but that were not made from what was accepted. */
  otherInvoices: z.array(z.string()),
});
export type InvoiceableDocument = z.infer<typeof InvoiceableDocument>;

export const PartPercent = Percent.refine((percent) => percent > 0, "Please enter a percentage above 0");
