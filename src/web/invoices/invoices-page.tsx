import { listInvoices } from "#contract/invoices.ts";
import type { Invoice } from "#domain/invoices/invoice.ts";
import { useStartAtListAfterSwitch } from "#web/lib/start-at-list-after-switch.ts";
import { usePageTitle } from "#web/lib/use-page-title.ts";
import { ListTable } from "#web/lists/list-table.tsx";
import { invoicePath, PATHS } from "#web/paths.ts";
import type { DataTableColumn } from "#web/ui/data-table/data-table-column.ts";
import { dateColumn, statusColumn } from "#web/ui/data-table/usual-columns.tsx";
import { PageBody } from "#web/ui/page-body.tsx";
import { PageHeading } from "#web/ui/page-heading.tsx";
import { XeroLink } from "./xero-link.tsx";

const EVERY_INVOICE = {};

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
  useStartAtListAfterSwitch(PATHS.invoices);
  return (
    <PageBody>
      <PageHeading>Invoices</PageHeading>
      <ListTable
        what={listInvoices}
        query={EVERY_INVOICE}
        label="Invoices"
        columns={COLUMNS}
        getRowId={(row) => row.invoiceId}
        rowHref={(row) => invoicePath(row.invoiceId)}
        emptyHint="Your invoices will appear here, with a link to pay in Xero."
        failureText="We were unable to fetch invoices, you may not have sufficient permissions."
      />
    </PageBody>
  );
}
