import { z } from "zod";
import { lineOfText } from "../typed-text.ts";

/** What stands for the invoice's number in the reference of the settings. */
export const NUMBER_IN_REFERENCE = "{number}";

/** How new invoices are to be paid. What is issued has the terms and the reference of then. */
export const PaymentTerms = z.strictObject({
  /** When and how, in lines, beside the due date; null: no more than that. */
  paymentTerms: z.string().trim().min(1).max(1000, "Please use at most 1,000 characters").nullable(),
  /** What clients quote, with "{number}" for the invoice's number; null: its number. */
  paymentReference: lineOfText(60, "Please enter what clients quote").nullable(),
  /** Days from the day on which an invoice is made to its due date; null: it has none at first. */
  defaultDueDays: z
    .int("Please enter a whole number")
    .min(0, "Please use 0 days or more")
    .max(365, "Please use at most 365 days")
    .nullable(),
});
export type PaymentTerms = z.infer<typeof PaymentTerms>;

export const DEFAULT_TERMS: PaymentTerms = {
  paymentTerms: null,
  paymentReference: null,
  defaultDueDays: 14,
};

/** What the client of an invoice quotes when they pay. */
export function referenceOf(
  { paymentReference }: Pick<PaymentTerms, "paymentReference">,
  externalId: string,
): string {
  return (paymentReference ?? NUMBER_IN_REFERENCE).replaceAll(NUMBER_IN_REFERENCE, externalId);
}
