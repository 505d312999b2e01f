import { listInvoices } from "#contract/invoices.ts";
import { INVOICE_STATUS_LABELS, type ListedInvoice } from "#domain/invoices/invoice.ts";
import { useStartAtListAfterSwitch } from "#web/lib/start-at-list-after-switch.ts";
import { ListTable } from "#web/lists/list-table.tsx";
import { invoicePath, PATHS } from "#web/paths.ts";
import type { DataTableColumn } from "#web/ui/data-table/data-table-column.ts";
import { dateColumn, statusColumn } from "#web/ui/data-table/usual-columns.tsx";
import { amountColumns } from "#web/ui/invoice-columns.tsx";
import { Screen } from "#web/ui/page-body.tsx";
import { XeroLink } from "./xero-link.tsx";

const EVERY_INVOICE = {};

export function InvoicesPage() {
  useStartAtListAfterSwitch(PATHS.invoices);
  return (
    <Screen title="Invoices">
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
    </Screen>
  );
}

export const INVOICE_COLUMNS: readonly DataTableColumn<ListedInvoice>[] = [
  { id: "externalId", header: "ID", text: (row) => row.externalId, cardSlot: "number" },
  { id: "name", header: "Name", text: (row) => row.name, isWide: true, cardSlot: "title" },
  dateColumn({ id: "createdAt", header: "Created At" }, (row) => row.createdAt),
  {
    id: "xeroLink",
    header: "Xero Link",
    text: (row) => row.xeroLink,
    // A card omits missing values.
    cell: (row) => (
      <span className={row.xeroLink === null ? "max-sm:hidden" : undefined}>
        <XeroLink {...row} />
      </span>
    ),
    cardSlot: "action",
  },
  statusColumn({ id: "invoiceStatus", header: "Status" }, INVOICE_STATUS_LABELS, (row) => row.invoiceStatus),
  ...amountColumns<ListedInvoice>(),
];
