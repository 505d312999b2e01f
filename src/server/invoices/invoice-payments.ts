import { desc, eq, sql } from "drizzle-orm";
import { v7 } from "uuid";
import type { Dollars } from "#domain/decimal.ts";
import type { Id } from "#domain/id.ts";
import type { InvoiceStatus } from "#domain/invoices/invoice.ts";
import type { NewPayment } from "#domain/invoices/payment.ts";
import type { Change } from "../access/change.ts";
import type { Editor } from "../access/gates.ts";
import type { Tx } from "../db/database.ts";
import { invoicePayments, invoices } from "../schema/documents.ts";
import type { InvoiceRow } from "./queries.ts";

export type PaymentRow = typeof invoicePayments.$inferSelect;

/** Adds a payment to a locked invoice. Call updatePaid afterwards. */
export async function insertPayment(
  { tx, at }: Pick<Change, "tx" | "at">,
  { userProfileId }: Pick<Editor, "userProfileId">,
  invoiceId: Id,
  { amount, ...payment }: Omit<NewPayment, "amount"> & { amount: number | Dollars },
): Promise<Id> {
  const paymentId = v7();
  await tx.insert(invoicePayments).values({
    ...payment,
    paymentId,
    invoiceId,
    amount: String(amount),
    recordedAt: at,
    recordedBy: userProfileId,
  });
  return paymentId;
}

/** Removes the payment of a locked invoice that was recorded last, if there is one. Call updatePaid afterwards. */
export async function deleteLastPayment(tx: Tx, of: Id): Promise<PaymentRow | null> {
  const { paymentId, invoiceId, recordedAt } = invoicePayments;
  const [last] = await tx
    .select()
    .from(invoicePayments)
    .where(eq(invoiceId, of))
    .orderBy(desc(recordedAt), desc(paymentId))
    .limit(1);
  if (last) await tx.delete(invoicePayments).where(eq(paymentId, last.paymentId));
  return last ?? null;
}

/** Stores the status of a locked invoice and the sum of its payments. */
export async function updatePaid(
  { tx, at }: Pick<Change, "tx" | "at">,
  of: Id,
  invoiceStatus: InvoiceStatus,
): Promise<InvoiceRow> {
  const { amount, invoiceId } = invoicePayments;
  const amountPaid = sql`coalesce((select sum(${amount}) from ${invoicePayments} where ${eq(invoiceId, of)}), 0)`;
  const [row] = await tx
    .update(invoices)
    .set({ invoiceStatus, amountPaid, updatedAt: at })
    .where(eq(invoices.invoiceId, of))
    .returning();
  if (!row) throw new Error("The locked invoice is gone.");
  return row;
}
