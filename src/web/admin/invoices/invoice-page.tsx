import { useState } from "react";
import { getAdminInvoice } from "#contract/admin/invoices.ts";
import type { AdminInvoice } from "#domain/invoices/admin-invoice.ts";
import { refuseLines } from "#domain/invoices/invoice.ts";
import { useParams } from "#web/lib/routing/use-routing.ts";
import { useCall } from "#web/lib/use-call.ts";
import { useMayActAs } from "#web/lib/use-person.ts";
import { invoicePdfPath, PATHS } from "#web/paths.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { DateTimeText } from "#web/ui/date-text.tsx";
import { Detail, DetailList } from "#web/ui/detail-list.tsx";
import { DueText } from "#web/ui/due-mark.tsx";
import { InvoiceAmountsTable } from "#web/ui/invoice-amounts.tsx";
import { PageHeading } from "#web/ui/page-body.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { ExternalLink, TextLink } from "#web/ui/text-link.tsx";
import { RecordScreen } from "../ui/record-screen.tsx";
import { ChangeLines } from "./change-lines.tsx";
import { InvoiceActions } from "./invoice-actions.tsx";

/** /admin/invoices/:invoiceId */
export function InvoicePage() {
  const { invoiceId = "" } = useParams();
  return (
    <RecordScreen
      answer={useCall(getAdminInvoice, { params: { id: invoiceId } })}
      id={invoiceId}
      noun="invoice"
      list={{ to: PATHS.invoices, label: "All invoices" }}
      title={({ externalId }) => externalId}
      skeleton={<Skeleton className="h-56 w-full max-w-4xl rounded-lg" />}
    >
      {(invoice) => <Invoice invoice={invoice} />}
    </RecordScreen>
  );
}

function Invoice({ invoice }: { invoice: AdminInvoice }) {
  const mayChange = useMayActAs("editor");
  return (
    <article>
      <PageHeading
        eyebrow={
          <>
            <TextLink to={PATHS.invoices}>Invoices</TextLink>
            <span aria-hidden="true"> / </span>
            {invoice.externalId}
          </>
        }
        aside={<Badge status={invoice.invoiceStatus} />}
        actions={
          <>
            {invoice.uri === null ? null : (
              <ButtonLink to={invoicePdfPath(invoice.invoiceId)} target="_blank" rel="noopener">
                Open PDF
                <span className="sr-only"> (opens in a new tab)</span>
              </ButtonLink>
            )}
            {mayChange ? <InvoiceActions invoice={invoice} /> : null}
          </>
        }
      >
        {invoice.name}
      </PageHeading>
      <Facts invoice={invoice} />
      <Work invoice={invoice} mayChange={mayChange} />
    </article>
  );
}

/** The invoice lines, which editors can change until the client sees the invoice. */
function Work({ invoice, mayChange }: { invoice: AdminInvoice; mayChange: boolean }) {
  const [isChanging, setIsChanging] = useState(false);
  const { amounts, issuedAt, part, invoiceStatus } = invoice;
  const refusal = refuseLines({ isIssued: issuedAt !== null, isPart: part !== null, invoiceStatus });
  if (isChanging) return <ChangeLines invoice={invoice} onClose={() => setIsChanging(false)} />;
  return (
    <>
      {amounts ? (
        <InvoiceAmountsTable {...amounts} />
      ) : (
        <p className="mt-6 text-ink-soft">This invoice was made elsewhere, so it has no lines here.</p>
      )}
      {mayChange && refusal === null ? (
        <Button size="sm" className="mt-4" onClick={() => setIsChanging(true)}>
          {amounts ? "Change lines" : "Add lines"}
        </Button>
      ) : null}
    </>
  );
}

function Facts({ invoice }: { invoice: AdminInvoice }) {
  const { organizationId, organizationName, part, issuedAt, dueDate, xeroLink, createdAt } = invoice;
  return (
    <Card aria-label="Details" className="max-w-4xl p-5 sm:p-6">
      <DetailList>
        <Detail label="Organization">
          <TextLink to={`/organizations/${encodeURIComponent(organizationId)}`}>{organizationName}</TextLink>
        </Detail>
        {part ? (
          <Detail label="For">
            {part.percent}% of {part.name} ({part.externalId})
          </Detail>
        ) : null}
        <Detail label="Issued">
          {issuedAt === null ? "Not yet: the client does not see it" : <DateTimeText iso={issuedAt} />}
        </Detail>
        <Detail label="Due">
          {dueDate === null ? "No due date" : <DueText {...invoice} dueDate={dueDate} />}
        </Detail>
        <Detail label="Xero">
          {xeroLink === null ? "No link" : <ExternalLink href={xeroLink}>View in Xero</ExternalLink>}
        </Detail>
        <Detail label="Created">
          <DateTimeText iso={createdAt} />
        </Detail>
      </DetailList>
    </Card>
  );
}
