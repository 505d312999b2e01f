import { useMemo } from "react";
import { Exact } from "#blocks/exact.tsx";
import { listDocuments } from "#contract/documents.ts";
import { getInvoice } from "#contract/invoices.ts";
import { listWorkOrdersOfInvoice } from "#contract/work-orders.ts";
import { DOCUMENT_STATUS_LABELS, type ListedDocument } from "#domain/documents/unique-document.ts";
import { formatParty } from "#domain/format-party.ts";
import type { Id } from "#domain/id.ts";
import type { DetailedInvoice } from "#domain/invoices/invoice.ts";
import { type ShownWorkOrder, WORK_ORDER_STATUS_LABELS } from "#domain/work-orders/work-order.ts";
import { useParams } from "#web/lib/routing/use-routing.ts";
import { useStartAtListAfterSwitch } from "#web/lib/start-at-list-after-switch.ts";
import { useCall } from "#web/lib/use-call.ts";
import { usePageTitle } from "#web/lib/use-page-title.ts";
import { usePerson } from "#web/lib/use-person.ts";
import { ListTable } from "#web/lists/list-table.tsx";
import { documentPath, PATHS, workOrderPath } from "#web/paths.ts";
import { AddressTabs } from "#web/ui/address-tabs.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Card } from "#web/ui/card.tsx";
import { DataTable } from "#web/ui/data-table/data-table.tsx";
import type { DataTableColumn } from "#web/ui/data-table/data-table-column.ts";
import { createdColumn, dateColumn, statusColumn, UpdatedNote } from "#web/ui/data-table/usual-columns.tsx";
import { DateTimeText } from "#web/ui/date-text.tsx";
import { Detail, DetailList } from "#web/ui/detail-list.tsx";
import { DueText } from "#web/ui/due-mark.tsx";
import { FailedScreen } from "#web/ui/failed-screen.tsx";
import { fetchFailure } from "#web/ui/fetch-failure.tsx";
import { InvoiceAmountsTable } from "#web/ui/invoice-amounts.tsx";
import { PageBody, PageHeading } from "#web/ui/page-body.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { AmountDue } from "./amount-due.tsx";
import { PaymentsMade } from "./payments-made.tsx";
import { XeroLink } from "./xero-link.tsx";

export function InvoicePage() {
  const { invoiceId = "" } = useParams();
  const { data, error, mutate } = useCall(getInvoice, { params: { id: invoiceId } });
  const { isLoading, isOrgVerified } = usePerson();
  usePageTitle(data?.name ?? "Invoice");
  useStartAtListAfterSwitch(PATHS.invoices);

  if (error && !data) {
    return (
      <FailedScreen
        error={error}
        lookedFor={`Invoice ${invoiceId}`}
        title="An unexpected error has occurred"
        message="We were unable to fetch the requested invoice, you may not have sufficent permissions."
        onRetry={() => void mutate()}
        link={{ to: PATHS.invoices, label: "All invoices" }}
      />
    );
  }
  // A tab that comes later would not open for the address that names it.
  if (!data || isLoading) {
    return (
      <PageBody>
        <DetailLoading />
      </PageBody>
    );
  }
  return (
    <PageBody>
      <InvoiceDetail invoice={data} showsWork={isOrgVerified} />
    </PageBody>
  );
}

/** `showsWork`: people of a deactivated organization read no work orders. */
function InvoiceDetail({ invoice, showsWork }: { invoice: DetailedInvoice; showsWork: boolean }) {
  const { invoiceId, externalId, name, invoiceStatus } = invoice;
  return (
    <article>
      <PageHeading
        eyebrow={
          <>
            <TextLink to={PATHS.invoices}>Invoices</TextLink>
            <span aria-hidden="true"> / </span>
            <Exact>{externalId}</Exact>
          </>
        }
        aside={<Badge status={invoiceStatus} />}
      >
        {name}
      </PageHeading>
      <AmountDue invoice={invoice} />
      <AddressTabs
        label="Invoice"
        tabs={[
          {
            name: "Details",
            panel: (
              <>
                <InvoiceFacts invoice={invoice} />
                {invoice.amounts ? <InvoiceAmountsTable {...invoice.amounts} /> : null}
                <PaymentsMade {...invoice} />
                {showsWork ? <InvoicedWork invoiceId={invoiceId} /> : null}
              </>
            ),
          },
          ...(showsWork ? [{ name: "Work Orders", panel: <InvoiceWorkOrders invoiceId={invoiceId} /> }] : []),
          { name: "Documents", panel: <InvoiceDocuments invoiceId={invoiceId} /> },
        ]}
      />
    </article>
  );
}

function InvoiceFacts({ invoice }: { invoice: DetailedInvoice }) {
  return (
    <Card aria-label="Details" className="max-w-4xl p-5 sm:p-6">
      <DetailList>
        <Detail label="External ID">
          <Exact>{invoice.externalId}</Exact>
        </Detail>
        <Detail label="Status">
          <Badge status={invoice.invoiceStatus} />
        </Detail>
        <Detail label="To">
          <Exact className="wrap-anywhere whitespace-pre-line">{formatParty(invoice.buyer)}</Exact>
        </Detail>
        {invoice.dueDate ? (
          <Detail label="Due">
            <DueText {...invoice} dueDate={invoice.dueDate} />
          </Detail>
        ) : null}
        {invoice.terms ? (
          <Detail label="Terms">
            <span className="wrap-anywhere whitespace-pre-line">{invoice.terms}</span>
          </Detail>
        ) : null}
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

/** The work that an invoice is for, in short. The tab has the table. */
function InvoicedWork({ invoiceId }: { invoiceId: Id }) {
  const { data } = useCall(listWorkOrdersOfInvoice, { params: { invoiceId } });
  if (data === undefined || data.length === 0) return null;
  return (
    <section aria-labelledby="work" className="mt-8 max-w-4xl">
      <h2 id="work" className="mb-2 font-semibold text-lg">
        Work on this invoice
      </h2>
      <ul className="divide-y divide-line border-line border-y">
        {data.map(({ workOrderId, name, workOrderStatus }) => (
          <li
            key={workOrderId}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2.5"
          >
            <TextLink to={workOrderPath(workOrderId)} className="wrap-anywhere min-w-0">
              {name}
            </TextLink>
            <Badge status={workOrderStatus} />
          </li>
        ))}
      </ul>
    </section>
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

const WORK_ORDER_COLUMNS: DataTableColumn<ShownWorkOrder>[] = [
  { id: "externalId", header: "Document ID", text: (row) => row.externalId, cardSlot: "number" },
  { id: "name", header: "Name", text: (row) => row.name, isWide: true, cardSlot: "title" },
  dateColumn({ id: "createdAt", header: "Date Created" }, (row) => row.createdAt),
  statusColumn(
    { id: "workOrderStatus", header: "Status" },
    WORK_ORDER_STATUS_LABELS,
    (row) => row.workOrderStatus,
  ),
];

function InvoiceWorkOrders({ invoiceId }: { invoiceId: Id }) {
  const { data, error, mutate } = useCall(listWorkOrdersOfInvoice, { params: { invoiceId } });
  const failure = fetchFailure(
    { data, error, mutate },
    "We were unable to fetch the work orders of this invoice, you may not have sufficient permissions.",
  );
  if (failure) return failure;
  return (
    <DataTable
      label="Work Orders of the invoice"
      data={data}
      columns={WORK_ORDER_COLUMNS}
      getRowId={(row) => row.workOrderId}
      rowHref={(row) => workOrderPath(row.workOrderId)}
      enablePagination
      usualOrder="Newest first"
      emptyHint="The work orders that this invoice is for appear here."
    />
  );
}

const DOCUMENT_COLUMNS: DataTableColumn<ListedDocument>[] = [
  { id: "externalId", header: "Document ID", text: (row) => row.externalId, cardSlot: "number" },
  { id: "name", header: "Name", text: (row) => row.name, note: UpdatedNote, isWide: true, cardSlot: "title" },
  createdColumn({ id: "createdAt", header: "Date created" }),
  statusColumn({ id: "status", header: "Status" }, DOCUMENT_STATUS_LABELS, (row) => row.status),
];

function InvoiceDocuments({ invoiceId }: { invoiceId: Id }) {
  const query = useMemo(() => ({ invoice: invoiceId }), [invoiceId]);
  return (
    <ListTable
      what={listDocuments}
      query={query}
      label="Documents of the invoice"
      columns={DOCUMENT_COLUMNS}
      getRowId={(row) => row.uniqueDocumentId}
      rowHref={(row) => documentPath(row.slug)}
      usualOrder="Recently updated"
      emptyHint="The proposals and scopes of work that this invoice belongs to appear here."
      failureText="We were unable to fetch documents, you may not have sufficient permissions."
    />
  );
}
