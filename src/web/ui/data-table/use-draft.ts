import { useEffect, useEffectEvent, useState } from "react";
import { useIsNavigating } from "#web/lib/routing/use-routing.ts";

/** The debounce before the owner is notified (spec 1 section 9). */
const FILTER_DEBOUNCE_MS = 500;

/**
 * A debounced text: shown at once, reported to its owner after a pause of 500 ms, or at once by `tellNow`. A
 * change by the owner (cleared, browser history) replaces the draft.
 */
export function useDraft(owned: string, tell: (text: string) => void) {
  const [draft, setDraft] = useState(owned);
  const [seen, setSeen] = useState(owned);
  const [told, setTold] = useState<string | null>(null);
  // The report changes the address, which would cancel a navigation that the person has started since.
  const isLeaving = useIsNavigating();

  if (owned !== seen) {
    setSeen(owned);
    setTold(null);
    // The owner's echo of a reported text is older than text typed since.
    if (owned !== told) setDraft(owned);
  }

  function tellNow() {
    if (draft === owned || draft === told) return;
    setTold(draft);
    tell(draft);
  }

  const onRest = useEffectEvent(tellNow);
  useEffect(() => {
    if (draft === owned || isLeaving) return;
    const timer = setTimeout(() => onRest(), FILTER_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [draft, owned, isLeaving]);

  return { draft, setDraft, tellNow };
}
