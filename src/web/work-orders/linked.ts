import { NO_INVOICE } from "#domain/invoices/invoice.ts";
import { type LinkedWorkOrder, NO_PROPOSAL } from "#domain/work-orders/work-order.ts";
import { documentByIdPath, invoicePath } from "#web/paths.ts";

/** What a work order is linked to, by its name; by its id where no name was told. */
export type Linked = { to: string; name: string };

export function linkedDocument({ uniqueDocument, linkedNames }: LinkedWorkOrder): Linked | null {
  if (uniqueDocument === NO_PROPOSAL) return null;
  return { to: documentByIdPath(uniqueDocument), name: linkedNames?.uniqueDocument ?? uniqueDocument };
}

export function linkedInvoice({ invoice, linkedNames }: LinkedWorkOrder): Linked | null {
  if (invoice === NO_INVOICE) return null;
  return { to: invoicePath(invoice), name: linkedNames?.invoice ?? invoice };
}
