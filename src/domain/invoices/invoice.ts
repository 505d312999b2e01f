import { z } from "zod";
import { Id } from "../id.ts";
import { Timestamp } from "../timestamp.ts";

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
