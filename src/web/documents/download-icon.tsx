import { Download } from "lucide-react";
import { useState } from "react";
import type { ListedDocument } from "#domain/documents/unique-document.ts";
import { IconButton } from "#web/ui/button.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { DOWNLOAD_TITLES, downloadState } from "./download-state.ts";
import { openPdf } from "./open-pdf.ts";

/** The last column of the list: the PDF, or why there is none. */
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
