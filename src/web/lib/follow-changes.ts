import { useRef } from "react";
import type { Call } from "#contract/call.ts";
import type { LiveEvent } from "#contract/live.ts";
import { useCached } from "./use-call.ts";
import { useLive } from "./use-live.ts";

/** The calls whose answers are stale after an event of each kind. */
export type StaleAfter = Readonly<Record<LiveEvent["kind"], readonly Call[]>>;

/** A change of many records sends an event for each, and one answer tells them all. */
const GATHER_MS = 50;

/** Fetches the stale answers on screen again when others change records. */
export function FollowChanges({ staleAfter }: { staleAfter: StaleAfter }) {
  const cached = useCached();
  const stale = useRef(new Set<Call>());

  function refetch(calls: readonly Call[]) {
    if (stale.current.size === 0 && calls.length > 0) setTimeout(refetchStale, GATHER_MS);
    for (const what of calls) stale.current.add(what);
  }
  function refetchStale() {
    for (const what of stale.current) void cached.refetch(what);
    stale.current.clear();
  }
  useLive(
    (event) => refetch(staleAfter[event.kind]),
    () => refetch(Object.values(staleAfter).flat()),
  );
  return null;
}
