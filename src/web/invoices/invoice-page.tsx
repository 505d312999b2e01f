import { useParams } from "react-router";
import { getInvoice } from "#contract/invoices.ts";
import type { Invoice } from "#domain/invoices/invoice.ts";
import { useCall } from "#web/lib/use-call.ts";
import { usePageTitle } from "#web/lib/use-page-title.ts";
import { PATHS } from "#web/paths.ts";
import { AddressTabs } from "#web/ui/address-tabs.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Card } from "#web/ui/card.tsx";
import { DateTimeText } from "#web/ui/date-text.tsx";
import { Detail, DetailList } from "#web/ui/detail-list.tsx";
import { FailedScreen } from "#web/ui/failed-screen.tsx";
import { PageBody } from "#web/ui/page-body.tsx";
import { PageHeading } from "#web/ui/page-heading.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { InvoiceDocuments } from "./invoice-documents.tsx";
import { InvoiceWorkOrders } from "./invoice-work-orders.tsx";
import { XeroLink } from "./xero-link.tsx";

/** /invoices/:invoiceId */
export function InvoicePage() {
  const { invoiceId = "" } = useParams();
  const { data, error, mutate } = useCall(getInvoice, { params: { id: invoiceId } });
  usePageTitle(data?.name ?? "Invoice");

  if (error && !data) {
    return (
      <FailedScreen
        error={error}
        title="An unexpected error has occurred"
        message="We were unable to fetch the requested invoice, you may not have sufficent permissions."
        onRetry={() => void mutate()}
        link={{ to: PATHS.invoices, label: "All invoices" }}
      />
    );
  }
  return <PageBody>{data ? <InvoiceDetail invoice={data} /> : <DetailLoading />}</PageBody>;
}

function InvoiceDetail({ invoice }: { invoice: Invoice }) {
  const { invoiceId, externalId, name, invoiceStatus } = invoice;
  return (
    <article>
      <PageHeading
        eyebrow={
          <>
            <TextLink to={PATHS.invoices}>Invoices</TextLink>
            <span aria-hidden="true"> / </span>
            {externalId}
          </>
        }
        aside={<Badge status={invoiceStatus} />}
      >
        {name}
      </PageHeading>
      <AddressTabs
        label="Invoice"
        tabs={[
          { name: "Details", panel: <InvoiceFacts invoice={invoice} /> },
          { name: "Work Orders", panel: <InvoiceWorkOrders invoiceId={invoiceId} /> },
          { name: "Documents", panel: <InvoiceDocuments invoiceId={invoiceId} /> },
        ]}
      />
    </article>
  );
}

function InvoiceFacts({ invoice }: { invoice: Invoice }) {
  return (
    <Card aria-label="Details" className="max-w-4xl p-5 sm:p-6">
      <DetailList>
        <Detail label="External ID">{invoice.externalId}</Detail>
        <Detail label="Status">
          <Badge status={invoice.invoiceStatus} />
        </Detail>
        <Detail label="Created At">
          <DateTimeText iso={invoice.createdAt} />
        </Detail>
        <Detail label="Updated At">
          <DateTimeText iso={invoice.updatedAt} />
        </Detail>
        <Detail label="Xero Link">
          <XeroLink {...invoice} />
        </Detail>
      </DetailList>
    </Card>
  );
}

function DetailLoading() {
  return (
    <Loading label="Loading the invoice">
      <Skeleton className="mb-2 h-4 w-40" />
      <Skeleton className="mb-6 h-9 w-80 max-w-full" />
      <Skeleton className="mb-6 h-11 w-72 max-w-full" />
      <Skeleton className="h-56 w-full max-w-4xl rounded-lg" />
    </Loading>
  );
}
