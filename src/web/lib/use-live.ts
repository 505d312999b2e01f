import { useEffect, useEffectEvent } from "react";
import type { LiveEvent } from "#contract/live.ts";
import { shareLive } from "./share-live.ts";

type Hearer = { onEvent: (event: LiveEvent) => void; onMissed: () => void };

// One stream per page: it opens with the first listener and closes with the last.
const hearers = new Set<Hearer>();
let stream: { close(): void } | null = null;

function join(hearer: Hearer): () => void {
  hearers.add(hearer);
  stream ??= shareLive({
    onEvent: (event) => {
      for (const one of hearers) one.onEvent(event);
    },
    onMissed: () => {
      for (const one of hearers) one.onMissed();
    },
  });
  return () => {
    hearers.delete(hearer);
    if (hearers.size > 0) return;
    stream?.close();
    stream = null;
  };
}

/**
 * Calls back for every live event of the acting organization while the component is mounted, and `onMissed` whenever
 * events may have been missed.
 */
export function useLive(onEvent: (event: LiveEvent) => void, onMissed: () => void = () => {}): void {
  const hear = useEffectEvent(onEvent);
  const miss = useEffectEvent(onMissed);
  useEffect(() => join({ onEvent: (event) => hear(event), onMissed: () => miss() }), []);
}
