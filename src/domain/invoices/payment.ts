import { z } from "zod";
import { Decimal, type Dollars, exact } from "../decimal.ts";
import { formatDollars } from "../format.ts";
import { Id } from "../id.ts";
import { Timestamp } from "../record-fields.ts";
import { lineOfText } from "../typed-text.ts";

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

const PaidAmount = Decimal.refine((amount) => amount > 0, "Please enter an amount above 0").refine(
  (amount) => exact(amount).round(2).eq(exact(amount)),
  "Please enter whole cents",
);

/** A payment that an editor records. */
export const NewPayment = z.strictObject({
  paidOn: z.iso
    .date("Please enter a date")
    .refine((day) => day >= "2000-01-01", "Please enter a date from the year 2000 to 9999"),
  amount: PaidAmount,
  reference: lineOfText(100, "Please enter a reference").nullable(),
});
export type NewPayment = z.infer<typeof NewPayment>;

/** Why a payment is more than an invoice asks for, or in the future, as a sentence at its field; null if it is neither. */
export function refusePayment(
  { paidOn, amount }: Pick<NewPayment, "paidOn" | "amount">,
  { amountDue, today }: { amountDue: Dollars; today: string },
): { field: "paidOn" | "amount"; message: string } | null {
  if (paidOn > today) return { field: "paidOn", message: "Please enter today or an earlier day" };
  if (exact(amount).lte(exact(amountDue))) return null;
  return {
    field: "amount",
    message: `Please enter at most ${formatDollars(amountDue)}, which is left to pay`,
  };
}
