import { Download } from "lucide-react";
import { Exact } from "#blocks/exact.tsx";
import { DECLINED_BY } from "#domain/documents/decline.ts";
import {
  documentTypeLabel,
  LISTED_STATUS_LABELS,
  type ListedDocument,
  listedStatusOf,
  newestApprovedSnapshot,
} from "#domain/documents/unique-document.ts";
import { formatDollars } from "#domain/format.ts";
import { formatDay } from "#domain/invoices/invoice.ts";
import { companyDate, companyIsoDay } from "#web/lib/company-time.ts";
import { Link } from "#web/lib/routing/link.tsx";
import { documentPdfPath } from "#web/paths.ts";
import { Badge } from "#web/ui/badge.tsx";
import { ICON_BUTTON_CLASS, IconButton } from "#web/ui/button.tsx";
import type { DataTableColumn } from "#web/ui/data-table/data-table-column.ts";
import { createdColumn, statusColumn, UpdatedNote } from "#web/ui/data-table/usual-columns.tsx";
import { DateText } from "#web/ui/date-text.tsx";
import { isPriced, ShownTotal } from "#web/ui/shown-total.tsx";

/** Moves the icon to the edge of its cell, and lets it reach over the lines of a card. */
const AT_EDGE = "max-sm:-my-3 max-sm:-mr-2 sm:-ml-2";

export function DownloadLink({ to, name }: { to: string; name: string }) {
  return (
    <Link
      to={to}
      target="_blank"
      rel="noopener"
      aria-label={`Download PDF of ${name}`}
      title="Download PDF"
      className={`${ICON_BUTTON_CLASS} ${AT_EDGE}`}
    >
      <Download aria-hidden="true" strokeWidth={1.5} />
    </Link>
  );
}

/** The seven columns of the document list (spec 1 section 2), and behind them what it costs. */
export const DOCUMENT_COLUMNS: readonly DataTableColumn<ListedDocument>[] = [
  { id: "externalId", header: "Document ID", text: (row) => row.externalId, cardSlot: "number" },
  { id: "name", header: "Name", text: (row) => row.name, note: UpdatedNote, isWide: true, cardSlot: "title" },
  createdColumn({ id: "createdAt", header: "Date created" }),
  {
    ...statusColumn({ id: "status", header: "Status" }, LISTED_STATUS_LABELS, listedStatusOf),
    cell: StatusCell,
  },
  {
    id: "approvedBy",
    header: "Signed By",
    text: decidedBy,
    cell: (row) => (
      <span className="lg:inline-block lg:w-max lg:max-w-27 lg:whitespace-normal">
        <DecidedByCell {...row} />
      </span>
    ),
    sortKey: (row) => row.approvedBy?.userName ?? "",
    isExtra: true,
  },
  {
    id: "approvedTime",
    header: "Date signed",
    text: (row) => (row.approvedBy ? companyDate(row.approvedBy.approvedTime) : null),
    exported: (row) => (row.approvedBy ? companyIsoDay(row.approvedBy.approvedTime) : null),
    cell: (row) => (row.approvedBy ? <DateText iso={row.approvedBy.approvedTime} /> : null),
    sortKey: (row) => row.approvedBy?.approvedTime ?? "",
    isExtra: true,
  },
  {
    id: "download",
    header: "Download PDF",
    text: () => null,
    cell: (row) => <DownloadCell document={row} />,
    isControls: true,
    cardSlot: "action",
  },
  {
    id: "totalCost",
    header: "Total",
    text: ({ totalCost }) => (totalCost === null ? null : formatDollars(String(totalCost))),
    exported: (row) => row.totalCost,
    sortKey: (row) => row.totalCost ?? 0,
    cell: ({ totalCost, hidesPrices }) => {
      const price = { total: totalCost === null ? null : String(totalCost), hidesPrices };
      return isPriced(price) ? <ShownTotal price={price} /> : null;
    },
    isMoney: true,
  },
];

/** The columns of documents of every type, which stands in place of the day of creation. */
export const ALL_DOCUMENTS_COLUMNS: readonly DataTableColumn<ListedDocument>[] = DOCUMENT_COLUMNS.map(
  (column) =>
    column.id === "createdAt"
      ? { id: "documentType", header: "Type", text: (row) => documentTypeLabel(row.documentType) }
      : column,
);

/** By the status: the last day of a document that waits for a decision, and in a narrow table who decided, and when. */
function StatusCell(row: ListedDocument) {
  return (
    <>
      <Badge status={listedStatusOf(row)} />
      {row.approvedBy ? (
        <span className="mt-0.5 hidden max-w-40 whitespace-normal text-ink-soft text-xs leading-4 sm:max-lg:block print:hidden">
          <DecidedByCell {...row} />, <DateText iso={row.approvedBy.approvedTime} />
        </span>
      ) : null}
      {row.status === "PENDING" && row.validUntil !== null ? (
        <span className="mt-0.5 block whitespace-nowrap text-ink-soft text-xs">
          until <Exact>{formatDay(row.validUntil)}</Exact>
        </span>
      ) : null}
    </>
  );
}

/** The person who accepted, or "Declined by" the person who declined. */
function decidedBy({ approvedBy, status }: ListedDocument): string | null {
  if (approvedBy === null) return null;
  return status === "DECLINED" ? DECLINED_BY + approvedBy.userName : approvedBy.userName;
}

function DecidedByCell({ approvedBy, status }: ListedDocument) {
  if (approvedBy === null) return null;
  return (
    <>
      {status === "DECLINED" && DECLINED_BY}
      <Exact>{approvedBy.userName}</Exact>
    </>
  );
}

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

/** The last column of the list: a link to the PDF, or the reason why there is none. A card shows only the link. */
function DownloadCell({ document }: { document: ListedDocument }) {
  const state = downloadState(document);
  const title = DOWNLOAD_TITLES[state];
  if (state === "ready") {
    return <DownloadLink to={documentPdfPath(document.uniqueDocumentId)} name={document.name} />;
  }
  if (state === "no-pdf") {
    return (
      <span title={title} className="text-ink-faint text-sm max-sm:hidden">
        {title}
      </span>
    );
  }
  return (
    <IconButton
      label={`Download PDF of ${document.name}`}
      title={title}
      className={`${AT_EDGE} max-sm:hidden`}
      disabled
    >
      <Download aria-hidden="true" strokeWidth={1.5} />
    </IconButton>
  );
}
