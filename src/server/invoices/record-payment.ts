import type { z } from "zod";
import type * as calls from "#contract/admin/invoices.ts";
import { type Dollars, exact, roundToCents } from "#domain/decimal.ts";
import { formatDollars } from "#domain/format.ts";
import type { Id } from "#domain/id.ts";
import { amountsPaid } from "#domain/invoices/invoice.ts";
import type { ManagedInvoice } from "#domain/invoices/managed-invoice.ts";
import { refusePayment } from "#domain/invoices/payment.ts";
import { change } from "../access/change.ts";
import type { Editor } from "../access/gates.ts";
import { AppError, conflict } from "../app-error.ts";
import type { Deps } from "../deps.ts";
import { todayOf } from "../documents/queries.ts";
import { getManagedInvoice, lockInvoice } from "./admin-queries.ts";
import { publishInvoiceChange } from "./insert-invoice.ts";
import { readInvoiceEvidence } from "./invoice-evidence.ts";
import { insertPayment, updatePaid } from "./invoice-payments.ts";
import { mailMembers } from "./mail-members.ts";
import type { InvoiceRow } from "./queries.ts";
import { composeReceiptMail } from "./receipt-mail.ts";

type Body = z.output<(typeof calls.recordPayment)["body"]>;

/** Records a payment of an issued invoice, as far as something is left to pay. Of two at once, one is recorded. */
export async function recordPayment(
  deps: Deps,
  editor: Editor,
  invoiceId: Id,
  { expectedAmountDue, mailsReceipt, ...payment }: Body,
): Promise<ManagedInvoice> {
  return change(deps, editor, async (opened) => {
    const { tx, at, record, attest } = opened;
    const invoice = await lockInvoice(tx, invoiceId);
    const amountDue = requirePayable(invoice);
    requireAmountDue(amountDue, expectedAmountDue);
    const refusal = refusePayment(payment, { amountDue, today: todayOf(deps, at) });
    if (refusal) throw new AppError("unprocessable", `${refusal.message}. Nothing was recorded.`, refusal);
    const paymentId = await insertPayment(opened, editor, invoiceId, payment);
    const left = exact(amountDue).minus(exact(payment.amount));
    const paid = await updatePaid(opened, invoiceId, left.eq(0) ? "PAID" : "UNPAID");
    const { externalId, organizationId } = invoice;
    await record({
      action: "invoice.pay",
      subjectId: invoiceId,
      organizationId,
      details: { externalId, paymentId, ...payment, amountDue: roundToCents(left) },
    });
    if (mailsReceipt) {
      const mail = composeReceiptMail(deps.settings.now(), deps.env.publicUrl, paid, payment);
      await mailMembers(tx, deps, invoice, mail, { event: `invoice.paid:${paymentId}` });
    }
    await attest(await readInvoiceEvidence(tx, "invoice.change", paid));
    await publishInvoiceChange(tx, deps, paid);
    return getManagedInvoice(tx, deps, invoiceId);
  });
}

/** The amount that is left to pay of a locked invoice. Throws AppError "conflict" if it takes no payments. */
function requirePayable(invoice: InvoiceRow): Dollars {
  const { amountDue } = amountsPaid(invoice);
  if (invoice.invoiceStatus === "CANCELLED") throw CANCELLED;
  if (invoice.issuedAt === null) throw NOT_ISSUED;
  if (amountDue === null) throw NO_AMOUNTS;
  return amountDue;
}

const CANCELLED = conflict("cancelled", "This invoice is cancelled. No payment was recorded.");

const NOT_ISSUED = conflict(
  "not-issued",
  "This invoice hasn't been issued, so it can't be paid. No payment was recorded. Issue it first.",
);

const NO_AMOUNTS = conflict(
  "no-amounts",
  "This invoice was made elsewhere, so its amount isn't known here. No payment was recorded. Mark it as paid instead.",
);

/** Throws if payments have changed what is left to pay since it was read. */
export function requireAmountDue(amountDue: Dollars, expected: string): void {
  if (exact(expected).eq(exact(amountDue))) return;
  const left = exact(amountDue).eq(0) ? "It is paid in full" : `${formatDollars(amountDue)} is left to pay`;
  const message = `The payments of this invoice have changed in the meantime. ${left} now. Nothing was recorded.`;
  throw conflict("changed-meanwhile", message, { amountDue });
}
