import { eq } from "drizzle-orm";
import type { z } from "zod";
import type * as calls from "#contract/admin/invoices.ts";
import type { Id } from "#domain/id.ts";
import type { AdminInvoice } from "#domain/invoices/admin-invoice.ts";
import { INVOICE_STATUS_LABELS, type MarkRefusal, markRefusal } from "#domain/invoices/invoice.ts";
import { change } from "../access/change.ts";
import type { Editor } from "../access/gates.ts";
import { AppError } from "../app-error.ts";
import type { Deps } from "../deps.ts";
import { notify } from "../notifications/notify.ts";
import { invoices } from "../schema/documents.ts";
import { findAdminInvoice, findNewestPart, lockInvoice, requireInvoice } from "./admin-queries.ts";
import { publishInvoiceChange } from "./insert-invoice.ts";
import { readInvoiceEvidence } from "./invoice-evidence.ts";
import { relinkInvoice } from "./link-invoice.ts";
import type { InvoiceRow } from "./queries.ts";

type Body = z.output<(typeof calls.markInvoice)["body"]>;

/** Gives an invoice another status. A cancelled one frees the part of the document that it asked for. */
export async function markInvoice(
  deps: Deps,
  editor: Editor,
  invoiceId: Id,
  { invoiceStatus: to, expectedStatus, asRead }: Body,
): Promise<AdminInvoice> {
  return change(deps, editor, async ({ tx, at, record, attest }) => {
    const invoice = requireInvoice(await lockInvoice(tx, invoiceId));
    const { invoiceStatus: from, organizationId, externalId, uniqueDocumentId } = invoice;
    if (from === to) return requireInvoice(await findAdminInvoice(tx, deps, invoiceId));
    if (from !== (expectedStatus ?? asRead)) throw statusConflict(invoice);
    const refusal = markRefusal(invoice, to);
    if (refusal) throw new AppError("conflict", REFUSALS[refusal], { reason: refusal });
    await tx
      .update(invoices)
      .set({ invoiceStatus: to, updatedAt: at })
      .where(eq(invoices.invoiceId, invoiceId));
    if (to === "CANCELLED" && uniqueDocumentId !== null) {
      await relinkInvoice(tx, invoiceId, await findNewestPart(tx, uniqueDocumentId));
    }
    await record({
      action: "invoice.mark",
      subjectId: invoiceId,
      organizationId,
      details: { externalId, from, to },
    });
    if (to === "CANCELLED" && invoice.issuedAt !== null) {
      const message = `Invoice ${externalId} was cancelled: ${invoice.name}`;
      const link = `/invoices/${encodeURIComponent(invoiceId)}`;
      const event = `invoice.cancelled:${invoiceId}`;
      await notify(tx, deps, { organization: organizationId }, { message, link, event });
    }
    if (invoice.issuedAt !== null)
      await attest(await readInvoiceEvidence(tx, "invoice.change", { ...invoice, invoiceStatus: to }));
    await publishInvoiceChange(tx, deps, invoice);
    return requireInvoice(await findAdminInvoice(tx, deps, invoiceId));
  });
}

const REFUSALS = {
  cancelled:
    "A cancelled invoice stays cancelled, because its part may be invoiced again. Nothing was changed. Please make another invoice.",
  "not-issued":
    "This invoice has not been issued, so it cannot be paid. Nothing was changed. Issue it first.",
  paid: "This invoice is paid. Nothing was changed. If the money was given back, mark it as unpaid first.",
} satisfies Record<MarkRefusal, string>;

function statusConflict({ invoiceStatus }: InvoiceRow): AppError {
  return new AppError(
    "conflict",
    `Someone else has changed this invoice to ${INVOICE_STATUS_LABELS[invoiceStatus]} in the meantime. Nothing was changed.`,
    { reason: "changed-meanwhile" },
  );
}
