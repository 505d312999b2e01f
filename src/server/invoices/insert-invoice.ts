import { v7 } from "uuid";
import { A_TRILLION, exact } from "#domain/decimal.ts";
import type { Id } from "#domain/id.ts";
import type { InvoiceAmounts } from "#domain/invoices/invoice-line.ts";
import type { Change } from "../access/change.ts";
import { AppError } from "../app-error.ts";
import type { Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { invoiceLines, invoices } from "../schema/documents.ts";
import { allocateNumber } from "../settings/allocate-number.ts";
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
export async function insertInvoice(
  { tx, at, record }: Change,
  deps: Deps,
  { amounts, name, ...details }: Given,
): Promise<InvoiceRow> {
  const sums = sumsOf(amounts);
  const invoiceId = v7();
  const externalId = await allocateNumber(tx, deps, "invoice");
  const [row] = await tx
    .insert(invoices)
    .values({
      ...details,
      invoiceId,
      externalId,
      ...sums,
      name: name ?? `Invoice ${externalId}`,
      createdAt: at,
      updatedAt: at,
    })
    .returning();
  if (!row) throw new Error("The database returned no invoice.");
  await insertInvoiceLines(tx, invoiceId, amounts);
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

/** The columns of an invoice's sums; null for one that was made elsewhere. Throws if they cannot be counted. */
export function sumsOf(amounts: InvoiceAmounts | null) {
  if (amounts && exact(amounts.total).gte(A_TRILLION)) throw UNCOUNTABLE;
  const { subtotal = null, gst = null, total = null } = amounts ?? {};
  return { subtotal, gst, total, gstPercent: amounts ? String(amounts.gstPercent) : null };
}

/** Stores the lines of an invoice that has none. */
export async function insertInvoiceLines(
  tx: Tx,
  invoiceId: Id,
  amounts: InvoiceAmounts | null,
): Promise<void> {
  const lines = amounts?.lines ?? [];
  if (lines.length === 0) return;
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

const UNCOUNTABLE = new AppError(
  "invalid",
  "This invoice would come to a trillion dollars or more, which the portal can't count. Nothing was saved.",
);

/** Tells the company's open pages of a changed invoice, and its client's pages if the client sees it. */
export async function publishInvoiceChange(
  tx: Tx,
  { live }: Pick<Deps, "live">,
  { invoiceId, organizationId, issuedAt }: Pick<InvoiceRow, "invoiceId" | "organizationId" | "issuedAt">,
): Promise<void> {
  const event = { kind: "invoice", id: invoiceId } as const;
  await live.publish(tx, { company: true }, event);
  if (issuedAt !== null) await live.publish(tx, { organization: organizationId }, event);
}
