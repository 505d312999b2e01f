import { z } from "zod";
import { Id } from "../id.ts";
import { Timestamp } from "../record-fields.ts";

/** Money that a client has paid for an invoice, in full or in part. */
export const InvoicePayment = z.strictObject({
  /** The day on which the company was paid. */
  paidOn: z.iso.date(),
  /** Dollars to the cent. */
  amount: z.string(),
  /** What the bank's statement has, for example; null: not entered. */
  reference: z.string().nullable(),
});
export type InvoicePayment = z.infer<typeof InvoicePayment>;

/** A payment as the company sees it. */
export const ManagedPayment = InvoicePayment.extend({
  paymentId: Id,
  recordedAt: Timestamp,
  /** Null: the person was removed. */
  recordedBy: z.string().nullable(),
});
export type ManagedPayment = z.infer<typeof ManagedPayment>;
