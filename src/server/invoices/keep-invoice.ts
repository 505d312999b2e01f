import { v7 } from "uuid";
import { A_TRILLION, exact } from "#domain/decimal.ts";
import type { InvoiceAmounts } from "#domain/invoices/invoice-line.ts";
import type { Change } from "../access/change.ts";
import { AppError } from "../app-error.ts";
import type { Deps } from "../deps.ts";
import { takeNumber } from "../settings/take-number.ts";
import type { InvoiceRow } from "./queries.ts";
import { invoiceLines, invoices } from "./tables.ts";

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
  if (amounts && exact(amounts.total).gte(A_TRILLION)) throw UNCOUNTABLE;
  const { subtotal = null, gst = null, total = null, lines = [] } = amounts ?? {};
  const gstPercent = amounts ? String(amounts.gstPercent) : null;
  const invoiceId = v7();
  const externalId = await takeNumber(tx, deps, "invoice");
  const [row] = await tx
    .insert(invoices)
    .values({
      ...given,
      ...{ invoiceId, externalId, subtotal, gst, gstPercent, total },
      name: name ?? `Invoice ${externalId}`,
      createdAt: at,
      updatedAt: at,
    })
    .returning();
  if (!row) throw new Error("The database returned no invoice.");
  if (lines.length > 0) {
    await tx.insert(invoiceLines).values(
      lines.map(({ quantity, rate, discountPercent, ...line }, position) => ({
        ...line,
        invoiceId,
        position,
        quantity: String(quantity),
        rate: String(rate),
        discountPercent: String(discountPercent),
      })),
    );
  }
  const { organizationId, uniqueDocumentId, percent, invoiceStatus } = row;
  await record({
    action: "invoice.add",
    subjectId: invoiceId,
    organizationId,
    details: {
      ...{ externalId, invoiceStatus, uniqueDocumentId, total },
      percent: percent === null ? null : Number(percent),
    },
  });
  return row;
}

const UNCOUNTABLE = new AppError(
  "invalid",
  "This invoice would come to a trillion dollars or more, which the portal cannot count. Nothing was saved.",
);
