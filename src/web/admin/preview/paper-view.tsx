import { useEffect, useState } from "react";
import type { PDFDocumentLoadingTask, PDFDocumentProxy } from "unpdf/pdfjs";
import { type getDraft, printDraft } from "#contract/admin/drafts.ts";
import { explainFailure, type Reply } from "#web/lib/call.ts";
import { useCall } from "#web/lib/use-call.ts";
import { Button } from "#web/ui/button.tsx";
import { downloadFile } from "#web/ui/download-text.ts";
import { FailedNotice } from "#web/ui/notice.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";
import { PaperPage } from "./paper-page.tsx";

/** Another print of the same page would show the same. */
const ONCE = { revalidateOnFocus: false, revalidateOnReconnect: false, revalidateIfStale: true };

/** The pages of the PDF that the draft would become, marked as a preview on each. */
export function PaperView({ draft }: { draft: Reply<typeof getDraft> }) {
  const { uniqueDocumentId: id, externalId, name } = draft;
  const { data, error, isValidating, mutate } = useCall(printDraft, { params: { id } }, ONCE);
  const printed = isValidating ? undefined : data?.pdf;
  const { paper, isBroken } = usePaper(printed);
  const failure = isBroken
    ? "The pages could not be drawn."
    : error && !isValidating && explainFailure(error);
  if (failure) {
    return (
      <div className="mx-auto max-w-xl p-4">
        <FailedNotice onRetry={() => void mutate()}>{failure}</FailedNotice>
      </div>
    );
  }
  if (printed === undefined || paper === null) {
    return (
      <Loading label="Printing the pages" className="mx-auto w-full max-w-[794px] p-4">
        <Skeleton className="aspect-[210/297] w-full" />
      </Loading>
    );
  }
  return (
    <div data-scroller className="absolute inset-0 overflow-y-auto px-3 py-4 sm:px-6">
      <div className="mx-auto mb-3 flex w-full max-w-[794px] flex-wrap items-center justify-between gap-2">
        <p className="text-ink-soft text-sm">
          {paper.numPages === 1 ? "1 page" : `${paper.numPages} pages`}. An accepted document has a page about
          its acceptance more.
        </p>
        <Button
          size="sm"
          onClick={() => {
            const file = new Blob([bytesOf(printed)], { type: "application/pdf" });
            downloadFile(`Preview of ${name} (${externalId}).pdf`, file);
          }}
        >
          Download PDF
        </Button>
      </div>
      <ol className="space-y-4">
        {Array.from({ length: paper.numPages }, (_, at) => at + 1).map((number) => (
          <PaperPage key={number} paper={paper} number={number} />
        ))}
      </ol>
    </div>
  );
}

/** The opened PDF; null until then. */
function usePaper(printed: string | undefined): { paper: PDFDocumentProxy | null; isBroken: boolean } {
  const [read, setRead] = useState<{ of: string; paper: PDFDocumentProxy | null } | null>(null);
  useEffect(() => {
    if (printed === undefined) return;
    let isCurrent = true;
    let opening: PDFDocumentLoadingTask | undefined;
    async function open(pdf: string) {
      // A large package, which only people who look at paper load.
      const { getDocument } = await import("unpdf/pdfjs");
      if (!isCurrent) return;
      opening = getDocument({ data: bytesOf(pdf) });
      const paper = await opening.promise;
      if (isCurrent) setRead({ of: pdf, paper });
    }
    open(printed).catch((failure: unknown) => {
      // Its reader has left the page.
      if (!isCurrent) return;
      console.error("The pages of a PDF cannot be read", failure);
      setRead({ of: printed, paper: null });
    });
    return () => {
      isCurrent = false;
      void opening?.destroy();
    };
  }, [printed]);
  const isRead = read !== null && read.of === printed;
  return { paper: isRead ? read.paper : null, isBroken: isRead && read.paper === null };
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}
