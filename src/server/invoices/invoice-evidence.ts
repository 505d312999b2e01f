import { asc } from "drizzle-orm";
import { exact } from "#domain/decimal.ts";
import type { EvidenceKind } from "#domain/evidence/evidence-event.ts";
import type { DbOrTx } from "../db/database.ts";
import { isAnyOf } from "../db/many-rows.ts";
import type { Attested } from "../evidence/append-evidence.ts";
import { invoiceLines } from "../schema/documents.ts";
import type { InvoiceRow } from "./queries.ts";

type LineRow = typeof invoiceLines.$inferSelect;

/** What proves an issued invoice: all that it shows except its PDF, with sealed lines. Later events replace earlier. */
function invoiceEvidence(kind: EvidenceKind, invoice: InvoiceRow, lines: readonly LineRow[]): Attested {
  const { invoiceId, organizationId, externalId, name, xeroLink, invoiceStatus, dueDate } = invoice;
  const { uniqueDocumentId, issuedAt, createdAt, percent, subtotal, gst, gstPercent, total } = invoice;
  return {
    chain: organizationId,
    kind,
    subjectId: invoiceId,
    facts: {
      invoiceId,
      organizationId,
      externalId,
      name,
      xeroLink,
      invoiceStatus,
      dueDate,
      uniqueDocumentId,
      issuedAt: issuedAt?.toISOString() ?? null,
      createdAt: createdAt.toISOString(),
      percent: plain(percent),
      subtotal: plain(subtotal),
      gst: plain(gst),
      gstPercent: plain(gstPercent),
      total: plain(total),
    },
    hashedFacts: {
      // Invoices from before they named who pays have events without it.
      ...(invoice.buyer && { buyer: invoice.buyer }),
      lines: lines.map(({ quantity, rate, discountPercent, amount, ...line }) => ({
        ...line,
        quantity: plain(quantity),
        rate: plain(rate),
        amount: plain(amount),
        discountPercent: plain(discountPercent),
      })),
    },
  };
}

/** The evidence of an invoice as it is now, with its lines. */
export async function readInvoiceEvidence(
  reader: DbOrTx,
  kind: EvidenceKind,
  invoice: InvoiceRow,
): Promise<Attested> {
  const [one] = await readInvoicesEvidence(reader, kind, [invoice]);
  if (!one) throw new Error("There is no evidence of the invoice.");
  return one;
}

/** readInvoiceEvidence of several invoices. */
export async function readInvoicesEvidence(
  reader: DbOrTx,
  kind: EvidenceKind,
  rows: readonly InvoiceRow[],
): Promise<Attested[]> {
  const { invoiceId, position } = invoiceLines;
  const ids = rows.map((row) => row.invoiceId);
  const lines = await reader
    .select()
    .from(invoiceLines)
    .where(isAnyOf(invoiceId, ids))
    .orderBy(asc(position));
  const linesOf = Map.groupBy(lines, (line) => line.invoiceId);
  return rows.map((row) => invoiceEvidence(kind, row, linesOf.get(row.invoiceId) ?? []));
}

/** A number is stored with more decimals than it was written with. */
function plain(amount: string | null): string | null {
  return amount === null ? null : exact(amount).toFixed();
}
