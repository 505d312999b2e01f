import { useMemo } from "react";
import { listDocuments } from "#contract/documents.ts";
import type { ListedDocument } from "#domain/documents/unique-document.ts";
import type { Id } from "#domain/id.ts";
import { ListTable } from "#web/lists/list-table.tsx";
import { documentPath } from "#web/paths.ts";
import type { DataTableColumn } from "#web/ui/data-table/data-table-column.ts";
import { dateColumn, statusColumn } from "#web/ui/data-table/usual-columns.tsx";

const COLUMNS: DataTableColumn<ListedDocument>[] = [
  { id: "externalId", header: "Document ID", text: (row) => row.externalId, card: "eyebrow" },
  { id: "name", header: "Name", text: (row) => row.name, isWide: true, card: "title" },
  dateColumn({ id: "createdAt", header: "Date created" }, (row) => row.createdAt),
  statusColumn({ id: "status", header: "Status" }, (row) => row.status),
];

/** The documents that belong to an invoice. */
export function InvoiceDocuments({ invoiceId }: { invoiceId: Id }) {
  const query = useMemo(() => ({ invoice: invoiceId }), [invoiceId]);
  return (
    <ListTable
      what={listDocuments}
      query={query}
      label="Documents of the invoice"
      columns={COLUMNS}
      getRowId={(row) => row.uniqueDocumentId}
      rowHref={(row) => documentPath(row.slug)}
      emptyHint="The proposals and scopes of work that this invoice belongs to appear here."
      failureText="We were unable to fetch documents, you may not have sufficient permissions."
    />
  );
}
