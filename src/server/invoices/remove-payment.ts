import { and, eq } from "drizzle-orm";
import type { Id } from "#domain/id.ts";
import type { ManagedInvoice } from "#domain/invoices/managed-invoice.ts";
import { change } from "../access/change.ts";
import type { Editor } from "../access/gates.ts";
import { AppError } from "../app-error.ts";
import type { Deps } from "../deps.ts";
import { invoicePayments } from "../schema/documents.ts";
import { getManagedInvoice, lockInvoice } from "./admin-queries.ts";
import { publishInvoiceChange } from "./insert-invoice.ts";
import { readInvoiceEvidence } from "./invoice-evidence.ts";
import { updatePaid } from "./invoice-payments.ts";
import { toCents } from "./queries.ts";

/** Removes a payment that was recorded by mistake. A paid invoice is unpaid again. */
export async function removePayment(
  deps: Deps,
  editor: Editor,
  invoiceId: Id,
  paymentId: Id,
): Promise<ManagedInvoice> {
  return change(deps, editor, async (opened) => {
    const { tx, record, attest } = opened;
    const { externalId, organizationId } = await lockInvoice(tx, invoiceId);
    const [payment] = await tx
      .delete(invoicePayments)
      .where(and(eq(invoicePayments.invoiceId, invoiceId), eq(invoicePayments.paymentId, paymentId)))
      .returning();
    if (!payment) throw NO_PAYMENT;
    const invoice = await updatePaid(opened, invoiceId, "UNPAID");
    const { paidOn, amount, reference } = payment;
    await record({
      action: "invoice.remove-payment",
      subjectId: invoiceId,
      organizationId,
      details: { externalId, paymentId, paidOn, amount: toCents(amount), reference },
    });
    await attest(await readInvoiceEvidence(tx, "invoice.change", invoice));
    await publishInvoiceChange(tx, deps, invoice);
    return getManagedInvoice(tx, deps, invoiceId);
  });
}

const NO_PAYMENT = new AppError("not-found", "There is no such payment.");
