import type { Invoice } from "#domain/invoices/invoice.ts";
import { ExternalLink } from "#web/ui/text-link.tsx";

/** Shown if an invoice has no link to Xero (spec 1 section 2). */
const NO_XERO_LINK = "...";

export function XeroLink({ xeroLink, externalId }: Pick<Invoice, "xeroLink" | "externalId">) {
  if (xeroLink === null) return <span className="text-ink-faint">{NO_XERO_LINK}</span>;
  return (
    <ExternalLink href={xeroLink}>
      View in Xero<span className="sr-only">: {externalId}</span>
    </ExternalLink>
  );
}
