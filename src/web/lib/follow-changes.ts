import type { Call } from "#contract/call.ts";
import type { LiveEvent } from "#contract/live.ts";
import { useCached } from "./use-call.ts";
import { useLive } from "./use-live.ts";

/** The calls whose answers are stale after an event of each kind. */
export type StaleAfter = Readonly<Record<LiveEvent["kind"], readonly Call[]>>;

/** Fetches the stale answers on screen again when others change records. */
export function FollowChanges({ staleAfter }: { staleAfter: StaleAfter }) {
  const cached = useCached();
  useLive(
    (event) => {
      for (const what of staleAfter[event.kind]) void cached.refetch(what);
    },
    () => {
      for (const what of Object.values(staleAfter).flat()) void cached.refetch(what);
    },
  );
  return null;
}
