import { DOCUMENT_STATUS_LABELS, type ListedDocument } from "#domain/documents/unique-document.ts";
import { formatDate } from "#domain/format.ts";
import { Badge } from "#web/ui/badge.tsx";
import type { DataTableColumn } from "#web/ui/data-table/data-table-column.ts";
import { DateText } from "#web/ui/date-text.tsx";
import { DownloadIcon } from "./download-icon.tsx";

/** The seven columns of the document list (spec 1 section 2). */
export const DOCUMENT_COLUMNS: readonly DataTableColumn<ListedDocument>[] = [
  { id: "externalId", header: "Document ID", text: (row) => row.externalId, card: "eyebrow" },
  { id: "name", header: "Name", text: (row) => row.name, isWide: true, card: "title" },
  {
    id: "createdAt",
    header: "Date created",
    text: (row) => formatDate(row.createdAt),
    cell: (row) => <DateText iso={row.createdAt} />,
    sortKey: (row) => row.createdAt,
  },
  {
    id: "status",
    header: "Status",
    text: (row) => DOCUMENT_STATUS_LABELS[row.status],
    cell: (row) => <Badge status={row.status} />,
    card: "corner",
  },
  { id: "approvedBy", header: "Signed By", text: (row) => row.approvedBy?.userName ?? null },
  {
    id: "approvedTime",
    header: "Date signed",
    text: (row) => (row.approvedBy ? formatDate(row.approvedBy.approvedTime) : null),
    cell: (row) => (row.approvedBy ? <DateText iso={row.approvedBy.approvedTime} /> : null),
    sortKey: (row) => row.approvedBy?.approvedTime ?? "",
  },
  {
    id: "download",
    header: "Download PDF",
    text: () => null,
    cell: (row) => <DownloadIcon document={row} />,
    isControls: true,
  },
];
