import { INVOICE_STATUS_LABELS, type ListedInvoice } from "#domain/invoices/invoice.ts";
import type { DataTableColumn } from "#web/ui/data-table/data-table-column.ts";
import { dateColumn, statusColumn } from "#web/ui/data-table/usual-columns.tsx";
import { DueMark } from "#web/ui/due-mark.tsx";
import { XeroLink } from "./xero-link.tsx";

export const INVOICE_COLUMNS: readonly DataTableColumn<ListedInvoice>[] = [
  { id: "externalId", header: "ID", text: (row) => row.externalId, card: "number" },
  { id: "name", header: "Name", text: (row) => row.name, cell: NameCell, isWide: true, card: "title" },
  dateColumn({ id: "createdAt", header: "Created At" }, (row) => row.createdAt),
  {
    id: "xeroLink",
    header: "Xero Link",
    text: (row) => row.xeroLink,
    // A card leaves out what is missing.
    cell: (row) => (
      <span className={row.xeroLink === null ? "max-sm:hidden" : undefined}>
        <XeroLink {...row} />
      </span>
    ),
    card: "action",
  },
  statusColumn({ id: "invoiceStatus", header: "Status" }, INVOICE_STATUS_LABELS, (row) => row.invoiceStatus),
];

function NameCell(row: ListedInvoice) {
  return (
    <>
      {row.name}
      <DueMark {...row} />
    </>
  );
}
