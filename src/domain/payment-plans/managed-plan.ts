import { z } from "zod";
import { Id } from "../id.ts";
import { Invoice } from "../invoices/invoice.ts";
import { PART_DUES } from "../page/blocks/payment-plan.ts";
import { Percent } from "../pricing/ranges.ts";
import { Timestamp } from "../record-fields.ts";

/** A part of an accepted document's payment plan, as the company follows it. */
export const ManagedPlanPart = z.strictObject({
  position: z.int(),
  name: z.string(),
  percent: Percent,
  due: z.enum(PART_DUES),
  day: z.iso.date().nullable(),
  /** Dollars including GST, as the plan shows them. */
  amount: z.string(),
  /** Whether its invoice is still prepared by itself. */
  isWaiting: z.boolean(),
  /** The invoice that was prepared for it last; null: none. */
  invoice: z
    .strictObject({
      invoiceId: Id,
      externalId: z.string(),
      invoiceStatus: Invoice.shape.invoiceStatus,
      issuedAt: Timestamp.nullable(),
    })
    .nullable(),
});
export type ManagedPlanPart = z.infer<typeof ManagedPlanPart>;

/** Whether an editor can prepare a part: it has no invoice, or only a cancelled one. */
export function isPreparable({ invoice }: Pick<ManagedPlanPart, "invoice">): boolean {
  return invoice === null || invoice.invoiceStatus === "CANCELLED";
}
