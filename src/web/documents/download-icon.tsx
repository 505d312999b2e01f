import { Download } from "lucide-react";
import { useState } from "react";
import { newestApprovedSnapshot } from "#domain/documents/snapshots.ts";
import type { ListedDocument } from "#domain/documents/unique-document.ts";
import { IconButton } from "#web/ui/button.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { openPdf } from "./open-pdf.ts";

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
export function DownloadIcon({ document }: { document: ListedDocument }) {
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
