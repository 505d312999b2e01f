import { useEffect, useEffectEvent, useState } from "react";
import { useIsDrawn, useIsNavigating, useLocation } from "#web/lib/routing/use-routing.ts";

/** The debounce before the owner is notified (spec 1 section 9). */
const FILTER_DEBOUNCE_MS = 500;

/** A debounced text, reported after a pause or by `submitNow`. A change by its owner, such as Back, replaces it. */
export function useDraft(owned: string, onChange: (text: string) => void) {
  const [draft, setDraft] = useState(owned);
  const [seen, setSeen] = useState(owned);
  const [reported, setReported] = useState<string | null>(null);
  // A report changes the address: it would cancel a navigation that the person has started since, or follow them.
  const isLeaving = useIsNavigating();
  const isDrawn = useIsDrawn();
  const address = useLocation();

  if (owned !== seen) {
    setSeen(owned);
    setReported(null);
    // The owner's echo of a reported text is older than text typed since.
    if (owned !== reported) setDraft(owned);
  }

  function submitNow() {
    if (draft === owned || draft === reported) return;
    setReported(draft);
    onChange(draft);
  }

  const onRest = useEffectEvent(() => {
    if (isDrawn()) submitNow();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: At each address the pause begins again, for what it left out.
  useEffect(() => {
    if (draft === owned || isLeaving) return;
    const timer = setTimeout(() => onRest(), FILTER_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [draft, owned, isLeaving, address]);

  return { draft, setDraft, submitNow };
}
