import { useMemo } from "react";
import { listDocuments } from "#contract/documents.ts";
import { listInvoices } from "#contract/invoices.ts";
import type { Id } from "#domain/id.ts";
import { NO_INVOICE } from "#domain/invoices/invoice.ts";
import { NO_PROPOSAL, type WorkOrder } from "#domain/work-orders/work-order.ts";
import { useCall } from "#web/lib/use-call.ts";
import { documentByIdPath, invoicePath } from "#web/paths.ts";

type NameById = ReadonlyMap<Id, string>;

export type LinkedNames = {
  /** Undefined while loading. */
  documents: NameById | undefined;
  invoices: NameById | undefined;
};

/** The names of the documents and invoices that work orders are linked to. */
export function useLinkedNames(): LinkedNames {
  const { data: documents, error: documentsError } = useCall(listDocuments, {});
  const { data: invoices, error: invoicesError } = useCall(listInvoices, {});
  return useMemo(
    () => ({
      documents: namesIn(documents, documentsError, (one) => one.uniqueDocumentId),
      invoices: namesIn(invoices, invoicesError, (one) => one.invoiceId),
    }),
    [documents, documentsError, invoices, invoicesError],
  );
}

/** Where a list cannot be read the links still lead to the right place: only the names are missing. */
function namesIn<One extends { name: string }>(
  all: One[] | undefined,
  error: Error | undefined,
  idOf: (one: One) => Id,
): NameById | undefined {
  if (all) return new Map(all.map((one) => [idOf(one), one.name]));
  return error ? new Map() : undefined;
}

/** What a work order is linked to, and what it is called; no name while that is loading. */
export type Linked = { to: string; name: string | undefined };

export function linkedDocument({ uniqueDocument }: WorkOrder, { documents }: LinkedNames): Linked | null {
  if (uniqueDocument === NO_PROPOSAL) return null;
  return { to: documentByIdPath(uniqueDocument), name: nameOf(uniqueDocument, documents) };
}

export function linkedInvoice({ invoice }: WorkOrder, { invoices }: LinkedNames): Linked | null {
  if (invoice === NO_INVOICE) return null;
  return { to: invoicePath(invoice), name: nameOf(invoice, invoices) };
}

function nameOf(id: Id, names: NameById | undefined): string | undefined {
  return names && (names.get(id) ?? id);
}
