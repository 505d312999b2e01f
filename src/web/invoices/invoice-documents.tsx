import { useMemo } from "react";
import { listDocuments } from "#contract/documents.ts";
import type { ListedDocument } from "#domain/documents/unique-document.ts";
import type { Id } from "#domain/id.ts";
import { useCall } from "#web/lib/use-call.ts";
import { documentPath } from "#web/paths.ts";
import { DataTable } from "#web/ui/data-table/data-table.tsx";
import type { DataTableColumn } from "#web/ui/data-table/data-table-column.ts";
import { dateColumn, statusColumn } from "#web/ui/data-table/usual-columns.tsx";
import { FailedRead } from "#web/ui/failed-read.tsx";

const COLUMNS: DataTableColumn<ListedDocument>[] = [
  { id: "externalId", header: "Document ID", text: (row) => row.externalId, card: "eyebrow" },
  { id: "name", header: "Name", text: (row) => row.name, isWide: true, card: "title" },
  dateColumn({ id: "createdAt", header: "Date created" }, (row) => row.createdAt),
  statusColumn({ id: "status", header: "Status" }, (row) => row.status),
];

/** The documents that an invoice belongs to. */
export function InvoiceDocuments({ invoiceId }: { invoiceId: Id }) {
  const { data: all, error, mutate } = useCall(listDocuments, {});
  const documents = useMemo(() => all?.filter((one) => one.invoice === invoiceId), [all, invoiceId]);
  if (error && !all) {
    return (
      <FailedRead error={error} onRetry={() => void mutate()}>
        We were unable to fetch documents, you may not have sufficient permissions.
      </FailedRead>
    );
  }
  return (
    <DataTable
      label="Documents of the invoice"
      data={documents}
      columns={COLUMNS}
      getRowId={(row) => row.uniqueDocumentId}
      rowHref={(row) => documentPath(row.slug)}
      enablePagination
      emptyHint="The proposals and scopes of work that this invoice belongs to appear here."
    />
  );
}
