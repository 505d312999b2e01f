import { NO_INVOICE } from "#domain/invoices/invoice.ts";
import { type LinkedWorkOrder, NO_PROPOSAL } from "#domain/work-orders/work-order.ts";
import { documentByIdPath, invoicePath } from "#web/paths.ts";
import { TextLink } from "#web/ui/text-link.tsx";

/** A linked record with its name, or with its id if the name is unknown. */
type Linked = { to: string; name: string };

export function linkedDocument({ uniqueDocument, linkedNames }: LinkedWorkOrder): Linked | null {
  if (uniqueDocument === NO_PROPOSAL) return null;
  return { to: documentByIdPath(uniqueDocument), name: linkedNames?.uniqueDocument ?? uniqueDocument };
}

export function linkedInvoice({ invoice, linkedNames }: LinkedWorkOrder): Linked | null {
  if (invoice === NO_INVOICE) return null;
  return { to: invoicePath(invoice), name: linkedNames?.invoice ?? invoice };
}

/** Shown if nothing is linked (spec 1 section 2). */
export const NOTHING_LINKED = "....";

export function LinkedCell({ linked, className }: { linked: Linked | null; className?: string }) {
  if (linked === null) return <span className="text-ink-faint">{NOTHING_LINKED}</span>;
  return (
    <TextLink to={linked.to} className={className}>
      {linked.name}
    </TextLink>
  );
}
