import { listInvoices } from "#contract/invoices.ts";
import type { Invoice } from "#domain/invoices/invoice.ts";
import { useCall } from "#web/lib/use-call.ts";
import { usePageTitle } from "#web/lib/use-page-title.ts";
import { invoicePath } from "#web/paths.ts";
import { DataTable } from "#web/ui/data-table/data-table.tsx";
import type { DataTableColumn } from "#web/ui/data-table/data-table-column.ts";
import { dateColumn, statusColumn } from "#web/ui/data-table/usual-columns.tsx";
import { FailedRead } from "#web/ui/failed-read.tsx";
import { PageBody } from "#web/ui/page-body.tsx";
import { PageHeading } from "#web/ui/page-heading.tsx";
import { XeroLink } from "./xero-link.tsx";

const COLUMNS: DataTableColumn<Invoice>[] = [
  { id: "externalId", header: "ID", text: (row) => row.externalId, card: "eyebrow" },
  { id: "name", header: "Name", text: (row) => row.name, isWide: true, card: "title" },
  dateColumn({ id: "createdAt", header: "Created At" }, (row) => row.createdAt),
  {
    id: "xeroLink",
    header: "Xero Link",
    text: (row) => row.xeroLink,
    cell: (row) => <XeroLink {...row} />,
  },
  statusColumn({ id: "invoiceStatus", header: "Status" }, (row) => row.invoiceStatus),
];

/** /invoices */
export function InvoicesPage() {
  usePageTitle("Invoices");
  const { data, error, mutate } = useCall(listInvoices, {});

  return (
    <PageBody>
      <PageHeading>Invoices</PageHeading>
      {error && !data ? (
        <FailedRead error={error} onRetry={() => void mutate()}>
          We were unable to fetch invoices, you may not have sufficient permissions.
        </FailedRead>
      ) : (
        <DataTable
          label="Invoices"
          data={data}
          columns={COLUMNS}
          getRowId={(row) => row.invoiceId}
          rowHref={(row) => invoicePath(row.invoiceId)}
          enablePagination
          emptyHint="Invoices for your work appear here, each with its status and a link to pay it in Xero."
        />
      )}
    </PageBody>
  );
}
