import { v7 } from "uuid";
import { roundToCents, sumOf } from "#domain/decimal.ts";
import type { Invoice } from "#domain/invoices/invoice.ts";
import type { InvoiceAmounts } from "#domain/invoices/invoice-line.ts";
import { findPaymentFault } from "#domain/world/world-invoice.ts";
import { AppError } from "../app-error.ts";
import {
  beginCreation,
  type Created,
  type Creation,
  checkReferences,
  createRecords,
} from "../creation/creation.ts";
import type { Tx } from "../db/database.ts";
import { partsOf } from "../db/many-rows.ts";
import { invoicePayments, invoices } from "../schema/documents.ts";
import { insertInvoiceLines, sumsOf } from "./insert-invoice.ts";

/** An invoice from an import, before it is checked and stored. */
export type InvoiceDraft = Omit<Invoice, "createdAt" | "updatedAt"> & {
  createdAt: Date;
  updatedAt: Date;
  issuedAt: Date;
  dueDate: string | null;
  terms: string | null;
  reference: string | null;
  /** Null: the portal knows no amounts of it. */
  amounts: InvoiceAmounts | null;
  payments: { paidOn: string; amount: number; reference: string | null }[];
};

/** Adds new invoices that were made elsewhere, with their lines and payments. `at` is the time of the import. */
export async function createInvoices(
  tx: Tx,
  drafts: readonly InvoiceDraft[],
  { at, today }: { at: Date; today: string },
): Promise<Created<InvoiceDraft>> {
  const creation = await beginCreation(tx, "invoices", drafts);
  await checkReferences(tx, creation, ({ organizationId }) => [
    { path: "organizationId", to: "organizations", name: organizationId },
  ]);
  checkAmounts(creation, today);
  const created = await createRecords(tx, creation, invoices, rowOf);
  for (const { invoiceId, amounts } of created.added) await insertInvoiceLines(tx, invoiceId, amounts);
  const payments = created.added.flatMap(({ invoiceId, payments }) =>
    payments.map(({ amount, ...payment }) => ({
      ...payment,
      invoiceId,
      paymentId: v7(),
      amount: String(amount),
      recordedAt: at,
      recordedBy: null,
    })),
  );
  for (const part of partsOf(payments)) await tx.insert(invoicePayments).values(part);
  return created;
}

function rowOf({ amounts, payments, ...draft }: InvoiceDraft) {
  return {
    ...draft,
    ...sumsOf(amounts),
    amountPaid: roundToCents(sumOf(payments.map(({ amount }) => amount))),
  };
}

/** Reports amounts that cannot be counted, and payments that do not fit them. */
function checkAmounts({ fresh, problems }: Creation<InvoiceDraft>, today: string): void {
  for (const { at, draft } of fresh) {
    try {
      sumsOf(draft.amounts);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      problems.push({ at, path: "lines", message: error.message });
      continue;
    }
    const fault = findPaymentFault({ ...draft, total: draft.amounts?.total ?? null }, today);
    if (fault) problems.push({ at, ...fault });
  }
}
