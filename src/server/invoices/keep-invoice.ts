import { v7 } from "uuid";
import type { InvoiceAmounts } from "#domain/invoices/invoice-line.ts";
import type { Change } from "../access/change.ts";
import type { Deps } from "../deps.ts";
import { invoices } from "../schema/documents.ts";
import { takeNumber } from "../settings/take-number.ts";
import { keepLines, sumsOf } from "./keep-lines.ts";
import type { InvoiceRow } from "./queries.ts";

type Given = Pick<
  InvoiceRow,
  "organizationId" | "uniqueDocumentId" | "percent" | "dueDate" | "invoiceStatus" | "xeroLink"
> & {
  /** Null: "Invoice INV-0042". */
  name: string | null;
  /** Null: it was made elsewhere. */
  amounts: InvoiceAmounts | null;
};

/** Adds an invoice with the next number. Clients do not see it yet. */
export async function keepInvoice(
  { tx, at, record }: Change,
  deps: Deps,
  { amounts, name, ...given }: Given,
): Promise<InvoiceRow> {
  const sums = sumsOf(amounts);
  const invoiceId = v7();
  const externalId = await takeNumber(tx, deps, "invoice");
  const [row] = await tx
    .insert(invoices)
    .values({
      ...given,
      invoiceId,
      externalId,
      ...sums,
      name: name ?? `Invoice ${externalId}`,
      createdAt: at,
      updatedAt: at,
    })
    .returning();
  if (!row) throw new Error("The database returned no invoice.");
  await keepLines(tx, invoiceId, amounts);
  const { organizationId, uniqueDocumentId, percent, invoiceStatus } = row;
  await record({
    action: "invoice.add",
    subjectId: invoiceId,
    organizationId,
    details: {
      externalId,
      invoiceStatus,
      uniqueDocumentId,
      total: sums.total,
      percent: percent === null ? null : Number(percent),
    },
  });
  return row;
}
