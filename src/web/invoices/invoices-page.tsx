import { listInvoices } from "#contract/invoices.ts";
import { useStartAtListAfterSwitch } from "#web/lib/start-at-list-after-switch.ts";
import { usePageTitle } from "#web/lib/use-page-title.ts";
import { ListTable } from "#web/lists/list-table.tsx";
import { invoicePath, PATHS } from "#web/paths.ts";
import { PageBody } from "#web/ui/page-body.tsx";
import { PageHeading } from "#web/ui/page-heading.tsx";
import { INVOICE_COLUMNS } from "./invoice-columns.tsx";

const EVERY_INVOICE = {};

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
        columns={INVOICE_COLUMNS}
        getRowId={(row) => row.invoiceId}
        rowHref={(row) => invoicePath(row.invoiceId)}
        usualOrder="Newest first"
        emptyHint="Your invoices will appear here, with a link to pay in Xero."
        failureText="We were unable to fetch invoices, you may not have sufficient permissions."
      />
    </PageBody>
  );
}
