import type { WorkOrder } from "#domain/work-orders/work-order.ts";
import type { DataTableColumn } from "#web/ui/data-table/data-table-column.ts";
import { dateColumn, statusColumn } from "#web/ui/data-table/usual-columns.tsx";
import { LinkedCell } from "./linked-cell.tsx";
import { type LinkedNames, linkedDocument, linkedInvoice } from "./use-linked-names.ts";

/** Names wrap, so that two of them leave room for the others. */
const IN_COLUMN = "lg:inline-block lg:min-w-40 lg:max-w-52 lg:whitespace-normal";

export function workOrderColumns(names: LinkedNames): DataTableColumn<WorkOrder>[] {
  return [
    { id: "externalId", header: "Document ID", text: (row) => row.externalId, card: "eyebrow" },
    { id: "name", header: "Name", text: (row) => row.name, isWide: true, card: "title" },
    {
      id: "uniqueDocument",
      header: "Linked Document",
      text: (row) => linkedDocument(row, names)?.name ?? null,
      cell: (row) => <LinkedCell linked={linkedDocument(row, names)} className={IN_COLUMN} />,
    },
    {
      id: "invoice",
      header: "Invoice",
      text: (row) => linkedInvoice(row, names)?.name ?? null,
      cell: (row) => <LinkedCell linked={linkedInvoice(row, names)} className={IN_COLUMN} />,
    },
    dateColumn({ id: "createdAt", header: "Date Created" }, (row) => row.createdAt),
    statusColumn({ id: "workOrderStatus", header: "Status" }, (row) => row.workOrderStatus),
  ];
}
