import { eq } from "drizzle-orm";
import { v7 } from "uuid";
import { z } from "zod";
import { Id } from "#domain/id.ts";
import { type Change, change, PORTAL } from "../access/change.ts";
import type { Deps } from "../deps.ts";
import { plainFileName } from "../files/file-links.ts";
import { defineJob } from "../jobs/job.ts";
import { invoices } from "../schema/documents.ts";
import { files } from "../schema/files.ts";
import { organizations } from "../schema/organizations.ts";
import { publishInvoiceChange } from "./insert-invoice.ts";
import { printInvoice } from "./print-invoice.ts";
import { buyerNamed, findAmounts, type InvoiceRow } from "./queries.ts";

/** Makes the PDF of an issued invoice. One transaction at the end makes all changes, so a killed job can run again. */
export const renderInvoicePdf = defineJob({
  name: "render-invoice-pdf",
  payload: z.strictObject({ invoiceId: Id }),
  async run(deps, { invoiceId }) {
    const [found] = await deps.db
      .select({ invoice: invoices, organizationName: organizations.organizationName })
      .from(invoices)
      .innerJoin(organizations, eq(organizations.organizationId, invoices.organizationId))
      .where(eq(invoices.invoiceId, invoiceId));
    if (!found || found.invoice.fileId !== null) return;
    const { invoice, organizationName } = found;
    const buyer = invoice.buyer ?? buyerNamed(organizationName);
    const { issuedAt, externalId } = invoice;
    const amounts = await findAmounts(deps.db, invoice);
    if (issuedAt === null || amounts === null) return;
    // A change of the bank details has it made again, maybe before this process has read them.
    await deps.settings.refresh();
    const { companyName, productName, paperSize } = deps.settings.now();
    const logo = await deps.logo.forPrint();
    const pdf = await deps.pdf.render(printInvoice(deps, logo, { ...invoice, issuedAt }, amounts, buyer), {
      metadata: { author: companyName, program: productName, identifier: externalId },
      footerText: externalId,
      paperSize,
    });
    const stored = await deps.files.put(pdf);
    await change(deps, PORTAL, (opened) => storePdf(opened, deps, invoice, stored));
  },
});

async function storePdf(
  { tx, at, record }: Change,
  deps: Deps,
  printed: InvoiceRow,
  stored: { sha256: string; byteLength: number },
): Promise<void> {
  const { invoiceId, organizationId, externalId } = printed;
  const [row] = await tx.select().from(invoices).where(eq(invoices.invoiceId, invoiceId)).for("update");
  // Another job made it, or the due date has changed since, and the job of that change makes it.
  if (!row || row.fileId !== null || row.dueDate !== printed.dueDate) return;
  const fileId = v7();
  await tx.insert(files).values({
    fileId,
    organizationId,
    ...stored,
    contentType: "application/pdf",
    fileName: `${plainFileName(`Invoice ${externalId}`)}.pdf`,
    createdAt: at,
  });
  await tx.update(invoices).set({ fileId }).where(eq(invoices.invoiceId, invoiceId));
  await record({
    action: "invoice.print",
    organizationId,
    subjectId: invoiceId,
    details: { fileId, ...stored },
  });
  await publishInvoiceChange(tx, deps, row);
}
