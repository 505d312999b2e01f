import { eq, sql } from "drizzle-orm";
import type { z } from "zod";
import type * as calls from "#contract/admin/invoices.ts";
import { changedFields } from "#domain/canonical-json.ts";
import type { Id } from "#domain/id.ts";
import { type AdminInvoice, linesAsRead } from "#domain/invoices/admin-invoice.ts";
import { type LinesRefusal, refuseLines } from "#domain/invoices/invoice.ts";
import type { InvoiceAmounts } from "#domain/invoices/invoice-line.ts";
import { invoiceOfLines } from "#domain/invoices/invoice-of-page.ts";
import { change } from "../access/change.ts";
import type { Editor } from "../access/gates.ts";
import { AppError } from "../app-error.ts";
import type { Deps } from "../deps.ts";
import { requireAsRead } from "../record-version.ts";
import { invoiceLines, invoices } from "../schema/documents.ts";
import { findGstPercent } from "../settings/queries.ts";
import { findAdminInvoice, lockInvoice, requireInvoice } from "./admin-queries.ts";
import { insertInvoiceLines, publishInvoiceChange, sumsOf } from "./insert-invoice.ts";
import { findAmounts, type InvoiceRow } from "./queries.ts";

type Body = z.output<(typeof calls.changeInvoiceLines)["body"]>;

/** Changes the lines of a typed invoice that is not issued. Its amounts follow, with the rate of GST of now. */
export async function changeInvoiceLines(
  deps: Deps,
  editor: Editor,
  invoiceId: Id,
  { lines, ...read }: Body,
): Promise<AdminInvoice> {
  return change(deps, editor, async ({ tx, at, record }) => {
    const invoice = requireInvoice(await lockInvoice(tx, invoiceId));
    const before = await findAmounts(tx, invoice);
    const amounts = lines.length === 0 ? null : invoiceOfLines(lines, await findGstPercent(tx));
    if (isSame(before, amounts)) return requireInvoice(await findAdminInvoice(tx, deps, invoiceId));
    refuse(invoice);
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
    return requireInvoice(await findAdminInvoice(tx, deps, invoiceId));
  });
}

function isSame(one: InvoiceAmounts | null, other: InvoiceAmounts | null): boolean {
  if (one === null || other === null) return one === other;
  const { total, gst, lines } = one;
  return changedFields({ total, gst, lines }, other).length === 0;
}

function refuse({ issuedAt, uniqueDocumentId, invoiceStatus }: InvoiceRow): void {
  const isPart = uniqueDocumentId !== null;
  const refusal = refuseLines({ isIssued: issuedAt !== null, isPart, invoiceStatus });
  if (refusal)
    throw new AppError("conflict", `${REFUSALS[refusal]} Nothing was changed.`, { reason: refusal });
}

const REFUSALS: Record<LinesRefusal, string> = {
  issued: "This invoice is issued, so its lines stay as its client sees them.",
  "accepted-work": "This invoice asks for accepted work, so its lines stay as they were accepted.",
  cancelled: "This invoice is cancelled, so its lines stay as they are.",
};
