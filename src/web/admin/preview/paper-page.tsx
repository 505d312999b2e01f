import { useEffect, useRef, useState } from "react";
import type { PDFDocumentProxy, PDFPageProxy, RenderTask } from "unpdf/pdfjs";
import { useIsNear } from "../ui/viewports.tsx";

/** The width of a page, in pixels: A4 at 96 dots an inch. */
const PAPER_WIDTH = 794;
/** Pages this far outside the viewport release their canvas, because a long document would fill the memory. */
const NEAR = "1500px";

/** One page of a PDF: drawn while it is near the window, and its words for people who do not see it. */
export function PaperPage({ paper, number }: { paper: PDFDocumentProxy; number: number }) {
  const place = useRef<HTMLLIElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const isNear = useIsNear(place, NEAR);
  const [words, setWords] = useState("");
  const [shape, setShape] = useState("210 / 297");
  useEffect(() => {
    let isCurrent = true;
    readWords(paper, number).then(
      (read) => isCurrent && setWords(read),
      (error: unknown) => isCurrent && console.error(`Page ${number} cannot be read`, error),
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
      if (isCurrent) console.error(`Page ${number} cannot be drawn`, error);
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
