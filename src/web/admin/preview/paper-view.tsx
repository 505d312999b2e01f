import { useEffect, useRef, useState } from "react";
import type { PDFDocumentLoadingTask, PDFDocumentProxy, PDFPageProxy, RenderTask } from "unpdf/pdfjs";
import { type getDraft, printDraft } from "#contract/admin/drafts.ts";
import { explainFailure, type Reply } from "#web/lib/call.ts";
import { useCall } from "#web/lib/use-call.ts";
import { Button } from "#web/ui/button.tsx";
import { downloadFile } from "#web/ui/download-text.ts";
import { FailedNotice } from "#web/ui/notice.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";
import { useIsNear } from "../ui/viewports.tsx";

/** Another print of the same page would show the same. */
const ONCE = { revalidateOnFocus: false, revalidateOnReconnect: false, revalidateIfStale: true };

/** The pages of the PDF that the draft would become, marked as a preview on each. */
export function PaperView({ draft }: { draft: Reply<typeof getDraft> }) {
  const { uniqueDocumentId: id, externalId, name } = draft;
  const { data, error, isValidating, mutate } = useCall(printDraft, { params: { id } }, ONCE);
  const printed = isValidating ? undefined : data?.pdf;
  const { paper, isBroken } = usePaper(printed);
  const failure = isBroken ? "The pages couldn't be drawn." : error && !isValidating && explainFailure(error);
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
          {paper.numPages === 1 ? "1 page" : `${paper.numPages} pages`}. An accepted document has one more
          page, about its acceptance.
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
      console.error("The pages of a PDF can't be read", failure);
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

/** The width of a page, in pixels: A4 at 96 dots an inch. */
const PAPER_WIDTH = 794;
/** Pages this far outside the viewport release their canvas, because a long document would fill the memory. */
const NEAR = "1500px";

/** One page of a PDF: drawn while it is near the window, and its words for people who do not see it. */
function PaperPage({ paper, number }: { paper: PDFDocumentProxy; number: number }) {
  const place = useRef<HTMLLIElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const isNear = useIsNear(place, NEAR);
  const [words, setWords] = useState("");
  const [shape, setShape] = useState("210 / 297");
  useEffect(() => {
    let isCurrent = true;
    readWords(paper, number).then(
      (read) => isCurrent && setWords(read),
      (error: unknown) => isCurrent && console.error(`Page ${number} can't be read`, error),
    );
    return () => {
      isCurrent = false;
    };
  }, [paper, number]);
  useEffect(() => {
    const surface = canvas.current;
    if (!isNear || !surface) return;
    let drawing: RenderTask | undefined;
    let isCurrent = true;
    async function draw(surface: HTMLCanvasElement) {
      const page = await paper.getPage(number);
      if (!isCurrent) return;
      const { width, height } = page.getViewport({ scale: 1 });
      setShape(`${width} / ${height}`);
      drawing = drawPage(page, surface);
      await drawing.promise;
    }
    draw(surface).catch((error: unknown) => {
      if (isCurrent) console.error(`Page ${number} can't be drawn`, error);
    });
    return () => {
      isCurrent = false;
      drawing?.cancel();
      // Frees the memory.
      surface.width = 0;
    };
  }, [isNear, paper, number]);
  return (
    <li
      ref={place}
      style={{ aspectRatio: shape }}
      className="mx-auto w-full max-w-[794px] overflow-hidden bg-white shadow-float"
    >
      <canvas ref={canvas} className="size-full" />
      <span className="sr-only">
        Page {number} of {paper.numPages}: {words}
      </span>
    </li>
  );
}

async function readWords(paper: PDFDocumentProxy, number: number): Promise<string> {
  const { items } = await (await paper.getPage(number)).getTextContent();
  // A word may come in pieces, and only lines end without a space.
  return items.map((item) => ("str" in item ? item.str + (item.hasEOL ? " " : "") : "")).join("");
}

function drawPage(page: PDFPageProxy, surface: HTMLCanvasElement) {
  const dots = Math.min(2, window.devicePixelRatio);
  const { width } = page.getViewport({ scale: 1 });
  const viewport = page.getViewport({ scale: (PAPER_WIDTH * dots) / width });
  surface.width = Math.round(viewport.width);
  surface.height = Math.round(viewport.height);
  return page.render({ canvas: surface, viewport });
}
