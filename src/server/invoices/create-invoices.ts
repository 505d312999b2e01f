import type { Invoice } from "#domain/invoices/invoice.ts";
import { beginCreation, type Created, checkReferences, createRecords } from "../creation/creation.ts";
import type { Tx } from "../db/database.ts";
import { invoices } from "../schema/documents.ts";

export type InvoiceDraft = Omit<Invoice, "createdAt" | "updatedAt"> & {
  createdAt: Date;
  updatedAt: Date;
  issuedAt: Date;
};

/** Adds new invoices that were made elsewhere, without amounts. */
export async function createInvoices(
  tx: Tx,
  drafts: readonly InvoiceDraft[],
): Promise<Created<InvoiceDraft>> {
  const creation = await beginCreation(tx, "invoices", drafts);
  await checkReferences(tx, creation, ({ organizationId }) => [
    { path: "organizationId", to: "organizations", name: organizationId },
  ]);
  return createRecords(tx, creation, invoices, (draft) => draft);
}
