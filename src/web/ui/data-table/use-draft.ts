import { useEffect, useEffectEvent, useState } from "react";

/** How long typing must rest before it is told (spec 1 section 9). */
const FILTER_DEBOUNCE_MS = 500;

/**
 * A text while it is typed: kept here at once, told to its owner after a rest of 500 ms, or now by `tellNow`.
 * A change by the owner (cleared, back in the history) replaces the draft.
 */
export function useDraft(owned: string, tell: (text: string) => void) {
  const [draft, setDraft] = useState(owned);
  const [seen, setSeen] = useState(owned);
  const [told, setTold] = useState<string | null>(null);

  if (owned !== seen) {
    setSeen(owned);
    setTold(null);
    // What comes back after telling is older than what may have been typed since.
    if (owned !== told) setDraft(owned);
  }

  function tellNow() {
    if (draft === owned || draft === told) return;
    setTold(draft);
    tell(draft);
  }

  const onRest = useEffectEvent(tellNow);
  useEffect(() => {
    if (draft === owned) return;
    const timer = setTimeout(() => onRest(), FILTER_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [draft, owned]);

  return { draft, setDraft, tellNow };
}
