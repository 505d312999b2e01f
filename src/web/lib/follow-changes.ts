import { useRef } from "react";
import type { Call } from "#contract/call.ts";
import type { LiveEvent } from "#contract/live.ts";
import type { Id } from "#domain/id.ts";
import { useCached } from "./use-call.ts";
import { useLive } from "./use-live.ts";

/** The calls whose answers are stale after an event of each kind. */
export type StaleAfter = Readonly<Record<LiveEvent["kind"], readonly Call[]>>;

/** A change of many records sends an event for each, and one answer tells them all. */
const GATHER_MS = 50;

/** Fetches the stale answers on screen again when others change records. */
export function FollowChanges({ staleAfter }: { staleAfter: StaleAfter }) {
  const cached = useCached();
  const stale = useRef(new Map<string, () => Promise<void>>());

  function refetch(calls: readonly Call[], id?: Id) {
    if (stale.current.size === 0 && calls.length > 0) setTimeout(refetchStale, GATHER_MS);
    for (const what of calls) {
      stale.current.set([what.method, what.path, id].join(" "), () => cached.refetch(what, id));
    }
  }
  function refetchStale() {
    for (const again of stale.current.values()) void again();
    stale.current.clear();
  }
  useLive(
    // A draft is saved while somebody types, and concerns only whoever looks at it.
    ({ kind, id }) => refetch(staleAfter[kind], kind === "draft" ? id : undefined),
    () => refetch(Object.values(staleAfter).flat()),
  );
  return null;
}
