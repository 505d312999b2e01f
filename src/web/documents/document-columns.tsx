import { Download } from "lucide-react";
import { useState } from "react";
import { newestApprovedSnapshot } from "#domain/documents/snapshots.ts";
import { DOCUMENT_STATUS_LABELS, type ListedDocument } from "#domain/documents/unique-document.ts";
import { companyDate } from "#web/lib/company-time.ts";
import { Badge } from "#web/ui/badge.tsx";
import { IconButton } from "#web/ui/button.tsx";
import type { DataTableColumn } from "#web/ui/data-table/data-table-column.ts";
import { DateText } from "#web/ui/date-text.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { openPdf } from "./open-pdf.ts";

/** The seven columns of the document list (spec 1 section 2). */
export const DOCUMENT_COLUMNS: readonly DataTableColumn<ListedDocument>[] = [
  { id: "externalId", header: "Document ID", text: (row) => row.externalId, card: "eyebrow" },
  { id: "name", header: "Name", text: (row) => row.name, isWide: true, card: "title" },
  {
    id: "createdAt",
    header: "Date created",
    text: (row) => companyDate(row.createdAt),
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
    text: (row) => (row.approvedBy ? companyDate(row.approvedBy.approvedTime) : null),
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

type DownloadState = "ready" | "not-approved" | "no-pdf";

/** Whether a document has a PDF: only an approved document does, once the PDF is made. */
export function downloadState(document: Pick<ListedDocument, "status" | "documentSnapshots">): DownloadState {
  if (document.status !== "APPROVED") return "not-approved";
  return newestApprovedSnapshot(document.documentSnapshots) === undefined ? "no-pdf" : "ready";
}

export const DOWNLOAD_TITLES: Record<DownloadState, string> = {
  ready: "Download PDF",
  "not-approved": "Document not approved",
  "no-pdf": "No PDF available",
};

/** The last column of the list: a link to the PDF, or the reason why there is none. */
function DownloadIcon({ document }: { document: ListedDocument }) {
  const [isOpening, setIsOpening] = useState(false);
  const state = downloadState(document);
  const title = DOWNLOAD_TITLES[state];
  if (state === "no-pdf") {
    return (
      <span title={title} className="text-ink-faint text-sm">
        {title}
      </span>
    );
  }
  async function open() {
    setIsOpening(true);
    await openPdf(document.uniqueDocumentId);
    setIsOpening(false);
  }
  return (
    <IconButton
      label={`Download PDF of ${document.name}`}
      title={title}
      className="max-md:-mr-2 md:-ml-2"
      disabled={state !== "ready" || isOpening}
      onClick={() => void open()}
    >
      {isOpening ? <Spinner /> : <Download aria-hidden="true" strokeWidth={1.5} />}
    </IconButton>
  );
}
