import { eq } from "drizzle-orm";
import type { z } from "zod";
import type * as calls from "#contract/admin/invoices.ts";
import { changedFields } from "#domain/canonical-json.ts";
import type { Id } from "#domain/id.ts";
import type { AdminInvoice } from "#domain/invoices/admin-invoice.ts";
import { change } from "../access/change.ts";
import type { Editor } from "../access/gates.ts";
import type { Deps } from "../deps.ts";
import { requireAsRead } from "../record-version.ts";
import { invoices } from "../schema/documents.ts";
import { findAdminInvoice, lockInvoice, requireInvoice } from "./admin-queries.ts";
import { publishInvoiceChange } from "./insert-invoice.ts";
import { readInvoiceEvidence } from "./invoice-evidence.ts";
import { renderInvoicePdf } from "./render-invoice-pdf.job.ts";

type Body = z.output<(typeof calls.changeInvoice)["body"]>;

/** Changes an invoice's due date and its link to Xero. The PDF is made again with another due date. */
export async function changeInvoice(
  deps: Deps,
  editor: Editor,
  invoiceId: Id,
  { recordVersion, asRead, ...changes }: Body,
): Promise<AdminInvoice> {
  return change(deps, editor, async ({ tx, at, record, attest }) => {
    const invoice = requireInvoice(await lockInvoice(tx, invoiceId));
    const { dueDate, xeroLink, organizationId, issuedAt, externalId } = invoice;
    const before = { dueDate, xeroLink };
    if (changedFields(before, changes).length === 0)
      return requireInvoice(await findAdminInvoice(tx, deps, invoiceId));
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
    return requireInvoice(await findAdminInvoice(tx, deps, invoiceId));
  });
}
