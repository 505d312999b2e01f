import { useRef } from "react";
import type { LiveEvent } from "#contract/live.ts";
import { useCached } from "./use-call.ts";
import { useLive } from "./use-live.ts";

/** A change of many records sends an event for each; one refetch covers them all. */
const GATHER_MS = 50;

/** Fetches the answers on screen that are stale again when others change records. */
export function FollowChanges() {
  const cached = useCached();
  const gathered = useRef<(LiveEvent | "missed")[]>([]);

  function gather(event: LiveEvent | "missed") {
    if (gathered.current.push(event) === 1) setTimeout(refetchStale, GATHER_MS);
  }
  function refetchStale() {
    void cached.refetchAfter(gathered.current.splice(0));
  }
  useLive(gather, () => gather("missed"));
  return null;
}
