import type { DocumentCard } from "#domain/documents/admin-document.ts";
import { DOCUMENT_STATUS_LABELS, documentTypeLabel } from "#domain/documents/unique-document.ts";
import { formatDollars } from "#domain/format.ts";
import type { DataTableColumn } from "#web/ui/data-table/data-table-column.ts";
import { dateColumn, namesColumn, statusColumn } from "#web/ui/data-table/usual-columns.tsx";
import { NotShownMark } from "../ui/not-shown-mark.tsx";

export const DOCUMENT_COLUMNS: readonly DataTableColumn<DocumentCard>[] = [
  { id: "externalId", header: "Number", text: (row) => row.externalId, card: "number" },
  {
    id: "name",
    header: "Name",
    text: (row) => row.name,
    cell: (row) => (
      <>
        {row.name}
        {row.shownAt === null ? <NotShownMark /> : null}
      </>
    ),
    isWide: true,
    card: "title",
  },
  namesColumn({ id: "organizationName", header: "Organization" }, (row) => row.organizationName),
  {
    id: "documentType",
    header: "Type",
    text: (row) => documentTypeLabel(row.documentType),
    isExtra: true,
  },
  {
    id: "totalCost",
    header: "Value",
    text: (row) => (row.totalCost === null ? null : formatDollars(String(row.totalCost))),
    exported: (row) => row.totalCost,
    sortKey: (row) => row.totalCost ?? -1,
    isMoney: true,
  },
  dateColumn({ id: "updatedAt", header: "Updated" }, (row) => row.updatedAt),
  statusColumn({ id: "status", header: "Status" }, DOCUMENT_STATUS_LABELS, (row) => row.status),
];
