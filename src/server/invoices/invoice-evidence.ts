import { hash } from "node:crypto";
import { asc } from "drizzle-orm";
import { canonicalJson } from "#domain/canonical-json.ts";
import { exact } from "#domain/decimal.ts";
import type { EvidenceKind, Fact } from "#domain/evidence/evidence-event.ts";
import type { DbOrTx } from "../db/database.ts";
import { isAnyOf } from "../db/many-rows.ts";
import type { Attested } from "../evidence/append-evidence.ts";
import { invoiceLines, invoicePayments } from "../schema/documents.ts";
import type { InvoiceRow } from "./queries.ts";

type Parts = {
  lines: readonly (typeof invoiceLines.$inferSelect)[];
  payments: readonly (typeof invoicePayments.$inferSelect)[];
};

/** What proves an issued invoice: all that it shows except its PDF, with sealed lines. Later events replace earlier. */
function invoiceEvidence(kind: EvidenceKind, invoice: InvoiceRow, { lines, payments }: Parts): Attested {
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
      ...paymentFacts(invoice, payments),
    },
    hashedFacts: {
      // Earlier invoices have events without these.
      ...(invoice.buyer && { buyer: invoice.buyer }),
      ...(invoice.terms !== null && { terms: invoice.terms }),
      ...(invoice.reference !== null && { reference: invoice.reference }),
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

/**
 * None while nothing is paid, because events from before invoices had payments name none. The random ids of payments
 * salt their hash.
 */
function paymentFacts({ amountPaid }: InvoiceRow, payments: Parts["payments"]): Record<string, Fact> {
  if (payments.length === 0 && exact(amountPaid).eq(0)) return {};
  const shown = payments.map(({ recordedAt, recordedBy: _, amount, ...payment }) => ({
    ...payment,
    amount: plain(amount),
    recordedAt: recordedAt.toISOString(),
  }));
  return { amountPaid: plain(amountPaid), payments: hash("sha256", canonicalJson(shown)) };
}

/** The evidence of an invoice as it is now, with its lines and payments. */
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
  const ids = rows.map((row) => row.invoiceId);
  const lines = await reader
    .select()
    .from(invoiceLines)
    .where(isAnyOf(invoiceLines.invoiceId, ids))
    .orderBy(asc(invoiceLines.position));
  const payments = await reader
    .select()
    .from(invoicePayments)
    .where(isAnyOf(invoicePayments.invoiceId, ids))
    .orderBy(asc(invoicePayments.paymentId));
  const linesOf = Map.groupBy(lines, ({ invoiceId }) => invoiceId);
  const paymentsOf = Map.groupBy(payments, ({ invoiceId }) => invoiceId);
  return rows.map((row) =>
    invoiceEvidence(kind, row, {
      lines: linesOf.get(row.invoiceId) ?? [],
      payments: paymentsOf.get(row.invoiceId) ?? [],
    }),
  );
}

/** A number is stored with more decimals than it was written with. */
function plain(amount: string | null): string | null {
  return amount === null ? null : exact(amount).toFixed();
}
