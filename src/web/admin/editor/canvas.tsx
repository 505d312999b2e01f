import { useState } from "react";
import { createPortal } from "react-dom";
import { styleNonce } from "#web/lib/brand.ts";
import { ScaledFrame } from "../ui/viewports.tsx";
import { PageArea } from "./edited-block.tsx";
import { FrameDocument } from "./frame-document.tsx";
import { SelectionBar } from "./selection-bar.tsx";
import { Sheet } from "./sheet.tsx";

/** The page in a frame of the viewport's width, and above it what may be done with the selected blocks. A zoom of null fits the room. */
export function Canvas({ width, zoom }: { width: number; zoom: number | null }) {
  const [source] = useState(emptyDocument);
  const [frame, setFrame] = useState<Document | null>(null);
  return (
    <div className="absolute inset-0 flex flex-col">
      <SelectionBar frame={frame} />
      <div className="relative min-h-0 flex-1">
        <ScaledFrame width={width} zoom={zoom}>
          <iframe
            title="Page"
            srcDoc={source}
            // After its style sheets have loaded.
            onLoad={({ currentTarget }) => setFrame(currentTarget.contentDocument)}
          />
          {frame
            ? createPortal(
                <FrameDocument document={frame}>
                  <Sheet>
                    <PageArea />
                  </Sheet>
                </FrameDocument>,
                frame.body,
              )
            : null}
        </ScaledFrame>
      </div>
    </div>
  );
}

/** A document with the styles of the window. A browser hides the nonce of a style element that it has read. */
function emptyDocument(): string {
  const made = document.implementation.createHTMLDocument("Page");
  made.documentElement.lang = document.documentElement.lang;
  made.documentElement.setAttribute("data-editor-canvas", "");
  const nonce = styleNonce();
  for (const style of document.querySelectorAll("link[rel=stylesheet], style")) {
    const copy = made.head.appendChild(made.importNode(style, true));
    if (copy.nodeName === "STYLE" && nonce) copy.setAttribute("nonce", nonce);
  }
  return `<!doctype html>${made.documentElement.outerHTML}`;
}
