import { type ReactNode, useEffect, useRef, useState } from "react";
import { useRenderContext } from "./render-context.ts";

/** A note for authors, in place of content that readers do not see. */
export function EditNote({ children }: { children: ReactNode }) {
  const { mode } = useRenderContext();
  return mode === "edit" ? <p className="cp-edit-note">{children}</p> : null;
}

/** Whether an image cannot be loaded. `watch` belongs to the img element that loads it. */
export function useMissingImage(source: string | undefined) {
  const [missing, setMissing] = useState<string>();
  const shown = useRef<HTMLImageElement>(null);
  // An image of the server's page can fail before this code runs.
  useEffect(() => {
    const { current } = shown;
    if (current?.complete && current.naturalWidth === 0 && current.currentSrc !== "") setMissing(source);
  }, [source]);
  const isMissing = source !== undefined && missing === source;
  return { isMissing, watch: { ref: shown, onError: () => setMissing(source) } };
}
