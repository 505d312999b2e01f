import { eq, sql } from "drizzle-orm";
import type { z } from "zod";
import type * as calls from "#contract/admin/invoices.ts";
import { changedFields } from "#domain/canonical-json.ts";
import { type Dollars, exact } from "#domain/decimal.ts";
import type { Id } from "#domain/id.ts";
import {
  amountsPaid,
  INVOICE_STATUS_LABELS,
  type InvoiceStatus,
  type LinesRefusal,
  type MarkRefusal,
  markRefusal,
  refuseLines,
} from "#domain/invoices/invoice.ts";
import type { InvoiceAmounts } from "#domain/invoices/invoice-line.ts";
import { invoiceOfLines } from "#domain/invoices/invoice-of-page.ts";
import { linesAsRead, type ManagedInvoice } from "#domain/invoices/managed-invoice.ts";
import { type Change, change } from "../access/change.ts";
import type { Editor } from "../access/gates.ts";
import { type AppError, conflict } from "../app-error.ts";
import type { Deps } from "../deps.ts";
import { todayOf } from "../documents/queries.ts";
import { notify } from "../notifications/notify.ts";
import { requireAsRead } from "../record-version.ts";
import { invoiceLines, invoices } from "../schema/documents.ts";
import { findGstPercent } from "../settings/queries.ts";
import { findNewestPart, getManagedInvoice, lockInvoice } from "./admin-queries.ts";
import { insertInvoiceLines, publishInvoiceChange, sumsOf } from "./insert-invoice.ts";
import { readInvoiceEvidence } from "./invoice-evidence.ts";
import { deleteLastPayment, insertPayment, updatePaid } from "./invoice-payments.ts";
import { relinkInvoice } from "./issue-invoice.ts";
import { findAmounts, type InvoiceRow, toCents } from "./queries.ts";
import { requireAmountDue } from "./record-payment.ts";
import { renderInvoicePdf } from "./render-invoice-pdf.job.ts";

type ChangedInvoice = z.output<(typeof calls.changeInvoice)["body"]>;

/** Changes an invoice's due date and its link to Xero. The PDF is made again with another due date. */
export async function changeInvoice(
  deps: Deps,
  editor: Editor,
  invoiceId: Id,
  { recordVersion, asRead, ...changes }: ChangedInvoice,
): Promise<ManagedInvoice> {
  return change(deps, editor, async ({ tx, at, record, attest }) => {
    const invoice = await lockInvoice(tx, invoiceId);
    const { dueDate, xeroLink, organizationId, issuedAt, externalId } = invoice;
    const before = { dueDate, xeroLink };
    if (changedFields(before, changes).length === 0) return getManagedInvoice(tx, deps, invoiceId);
    requireAsRead({ recordVersion, asRead }, invoice, before, "this invoice");
    const needsReprint = changes.dueDate !== dueDate && issuedAt !== null && invoice.total !== null;
    await tx
      .update(invoices)
      .set({ ...changes, updatedAt: at, ...(needsReprint && { fileId: null }) })
      .where(eq(invoices.invoiceId, invoiceId));
    await record({
      action: "invoice.change",
      subjectId: invoiceId,
      organizationId,
      details: { externalId, before, after: changes },
    });
    if (needsReprint) await deps.queue.enqueue(tx, renderInvoicePdf, { invoiceId });
    if (issuedAt !== null)
      await attest(await readInvoiceEvidence(tx, "invoice.change", { ...invoice, ...changes }));
    await publishInvoiceChange(tx, deps, invoice);
    return getManagedInvoice(tx, deps, invoiceId);
  });
}

type ChangedLines = z.output<(typeof calls.changeInvoiceLines)["body"]>;

/** Changes the lines of a typed invoice that is not issued. Its amounts follow, with the rate of GST of now. */
export async function changeInvoiceLines(
  deps: Deps,
  editor: Editor,
  invoiceId: Id,
  { lines, ...read }: ChangedLines,
): Promise<ManagedInvoice> {
  return change(deps, editor, async ({ tx, at, record }) => {
    const invoice = await lockInvoice(tx, invoiceId);
    const before = await findAmounts(tx, invoice);
    const amounts = lines.length === 0 ? null : invoiceOfLines(lines, await findGstPercent(tx));
    if (isSame(before, amounts)) return getManagedInvoice(tx, deps, invoiceId);
    requireChangeableLines(invoice);
    requireAsRead(read, { recordVersion: invoice.linesVersion }, linesAsRead(before), "this invoice");
    const sums = sumsOf(amounts);
    await tx
      .update(invoices)
      .set({ ...sums, linesVersion: sql`${invoices.linesVersion} + 1`, updatedAt: at })
      .where(eq(invoices.invoiceId, invoiceId));
    await tx.delete(invoiceLines).where(eq(invoiceLines.invoiceId, invoiceId));
    await insertInvoiceLines(tx, invoiceId, amounts);
    const { externalId, organizationId } = invoice;
    const total = before?.total ?? null;
    await record({
      action: "invoice.change",
      subjectId: invoiceId,
      organizationId,
      details: { externalId, fields: ["lines"], before: { total }, after: { total: sums.total } },
    });
    await publishInvoiceChange(tx, deps, invoice);
    return getManagedInvoice(tx, deps, invoiceId);
  });
}

function isSame(one: InvoiceAmounts | null, other: InvoiceAmounts | null): boolean {
  if (one === null || other === null) return one === other;
  const { total, gst, lines } = one;
  return changedFields({ total, gst, lines }, other).length === 0;
}

function requireChangeableLines({ issuedAt, uniqueDocumentId, invoiceStatus }: InvoiceRow): void {
  const isPart = uniqueDocumentId !== null;
  const refusal = refuseLines({ isIssued: issuedAt !== null, isPart, invoiceStatus });
  if (refusal) throw conflict(refusal, `${LINES_REFUSALS[refusal]} Nothing was changed.`);
}

const LINES_REFUSALS: Record<LinesRefusal, string> = {
  issued: "This invoice is issued, so its lines stay as its client sees them.",
  "accepted-work": "This invoice asks for accepted work, so its lines stay as they were accepted.",
  cancelled: "This invoice is cancelled, so its lines stay as they are.",
};

type Mark = z.output<(typeof calls.markInvoice)["body"]>;

/** Gives an invoice another status. A cancelled one frees the part of the document that it asked for. */
export async function markInvoice(
  deps: Deps,
  editor: Editor,
  invoiceId: Id,
  { invoiceStatus: to, expectedStatus, expectedAmountDue, asRead }: Mark,
): Promise<ManagedInvoice> {
  return change(deps, editor, async (opened) => {
    const { tx, record, attest } = opened;
    const invoice = await lockInvoice(tx, invoiceId);
    const { invoiceStatus: from, organizationId, externalId, uniqueDocumentId } = invoice;
    if (from === to) return getManagedInvoice(tx, deps, invoiceId);
    if (from !== (expectedStatus ?? asRead)) throw statusConflict(invoice);
    const { amountDue } = amountsPaid(invoice);
    if (expectedAmountDue !== undefined && amountDue !== null) requireAmountDue(amountDue, expectedAmountDue);
    const refusal = markRefusal(invoice, to);
    if (refusal) throw conflict(refusal, MARK_REFUSALS[refusal]);
    const payment = await changePayments(deps, opened, editor, invoice, to);
    const marked = await updatePaid(opened, invoiceId, to);
    if (to === "CANCELLED" && uniqueDocumentId !== null) {
      await relinkInvoice(tx, invoiceId, await findNewestPart(tx, uniqueDocumentId));
    }
    await record({
      action: "invoice.mark",
      subjectId: invoiceId,
      organizationId,
      details: { externalId, from, to, ...payment },
    });
    if (to === "CANCELLED" && invoice.issuedAt !== null) {
      const message = `Invoice ${externalId} was cancelled: ${invoice.name}`;
      const link = `/invoices/${encodeURIComponent(invoiceId)}`;
      const event = `invoice.cancelled:${invoiceId}`;
      await notify(tx, deps, { organization: organizationId }, { message, link, event });
    }
    if (invoice.issuedAt !== null) await attest(await readInvoiceEvidence(tx, "invoice.change", marked));
    await publishInvoiceChange(tx, deps, invoice);
    return getManagedInvoice(tx, deps, invoiceId);
  });
}

/** What an invoice that is marked as paid was paid last, or what was paid last of one that is marked as unpaid. */
async function changePayments(
  deps: Deps,
  opened: Change,
  editor: Editor,
  invoice: InvoiceRow,
  to: InvoiceStatus,
): Promise<{ paymentId?: Id; amount?: Dollars }> {
  const { invoiceId } = invoice;
  if (to === "UNPAID") {
    const removed = await deleteLastPayment(opened.tx, invoiceId);
    return removed ? { paymentId: removed.paymentId, amount: toCents(removed.amount) } : {};
  }
  const { amountDue: amount } = amountsPaid(invoice);
  if (to !== "PAID" || amount === null || exact(amount).lte(0)) return {};
  const payment = { paidOn: todayOf(deps, opened.at), amount, reference: null };
  return { paymentId: await insertPayment(opened, editor, invoiceId, payment), amount };
}

const MARK_REFUSALS = {
  cancelled:
    "A cancelled invoice stays cancelled, because its part may be invoiced again. Nothing was changed. Please make another invoice.",
  "not-issued": "This invoice hasn't been issued, so it can't be paid. Nothing was changed. Issue it first.",
  "has-payments":
    "This invoice has payments, so it can't be cancelled. Nothing was changed. Please remove its payments first.",
  paid: "This invoice is paid. Nothing was changed. If the money was given back, mark it as unpaid first.",
} satisfies Record<MarkRefusal, string>;

function statusConflict({ invoiceStatus }: InvoiceRow): AppError {
  return conflict(
    "changed-meanwhile",
    `Someone else has changed this invoice to ${INVOICE_STATUS_LABELS[invoiceStatus]} in the meantime. Nothing was changed.`,
  );
}
