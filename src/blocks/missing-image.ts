import { useEffect, useRef, useState } from "react";

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
