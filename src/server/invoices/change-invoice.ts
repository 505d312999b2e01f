import { eq } from "drizzle-orm";
import type { z } from "zod";
import type * as calls from "#contract/admin/invoices.ts";
import type { Id } from "#domain/id.ts";
import type { AdminInvoice } from "#domain/invoices/admin-invoice.ts";
import { change } from "../access/change.ts";
import type { Editor } from "../access/gates.ts";
import { changedMeanwhile } from "../app-error.ts";
import type { Deps } from "../deps.ts";
import { invoices } from "../schema/documents.ts";
import { findAdminInvoice, lockInvoice, requireInvoice } from "./admin-queries.ts";
import { readInvoiceEvidence } from "./invoice-evidence.ts";
import { tellOfInvoice } from "./keep-invoice.ts";
import { renderInvoicePdf } from "./render-invoice-pdf.job.ts";

type Wanted = z.output<(typeof calls.changeInvoice)["body"]>;

/** Changes an invoice's due date and its link to Xero. The PDF is made again with another due date. */
export async function changeInvoice(
  deps: Deps,
  editor: Editor,
  invoiceId: Id,
  { asRead, ...wanted }: Wanted,
): Promise<AdminInvoice> {
  return change(deps, editor, async ({ tx, at, record, attest }) => {
    const invoice = requireInvoice(await lockInvoice(tx, invoiceId));
    const { dueDate, xeroLink, organizationId, issuedAt, externalId } = invoice;
    const isSame = wanted.dueDate === dueDate && wanted.xeroLink === xeroLink;
    if (isSame) return requireInvoice(await findAdminInvoice(tx, deps, invoiceId));
    if (asRead.dueDate !== dueDate || asRead.xeroLink !== xeroLink) throw changedMeanwhile("this invoice");
    const isPrintedAnew = wanted.dueDate !== dueDate && issuedAt !== null && invoice.total !== null;
    await tx
      .update(invoices)
      .set({ ...wanted, updatedAt: at, ...(isPrintedAnew && { fileId: null }) })
      .where(eq(invoices.invoiceId, invoiceId));
    await record({
      action: "invoice.change",
      subjectId: invoiceId,
      organizationId,
      details: { externalId, before: { dueDate, xeroLink }, after: wanted },
    });
    if (isPrintedAnew) await deps.queue.enqueue(tx, renderInvoicePdf, { invoiceId });
    if (issuedAt !== null)
      await attest(await readInvoiceEvidence(tx, "invoice.change", { ...invoice, ...wanted }));
    await tellOfInvoice(tx, deps, invoice);
    return requireInvoice(await findAdminInvoice(tx, deps, invoiceId));
  });
}
