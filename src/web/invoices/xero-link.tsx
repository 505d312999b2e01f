import { ArrowUpRight } from "lucide-react";
import { Exact } from "#blocks/exact.tsx";
import type { Invoice } from "#domain/invoices/invoice.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { ExternalLink } from "#web/ui/text-link.tsx";

/** Shown if an invoice has no link to Xero (spec 1 section 2). */
const NO_XERO_LINK = "...";

export function XeroLink({ xeroLink, externalId }: Pick<Invoice, "xeroLink" | "externalId">) {
  if (xeroLink === null) return <span className="text-ink-faint">{NO_XERO_LINK}</span>;
  return (
    <ExternalLink href={xeroLink} className="hit-area">
      View in Xero
      <span className="sr-only">
        : <Exact>{externalId}</Exact>
      </span>
    </ExternalLink>
  );
}

/** The action of an invoice that can be paid. Nothing without a link to Xero. */
export function XeroAction({ xeroLink }: Pick<Invoice, "xeroLink">) {
  if (xeroLink === null) return null;
  return (
    <a
      href={xeroLink}
      target="_blank"
      rel="noopener noreferrer"
      className={buttonClass({ tone: "primary", size: "lg" })}
    >
      Pay in Xero
      <ArrowUpRight aria-hidden="true" strokeWidth={1.75} />
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}
