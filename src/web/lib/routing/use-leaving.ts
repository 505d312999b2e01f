import { useContext, useEffect, useEffectEvent, useState } from "react";
import { isSameScreen, type Place, TabContext } from "./address.ts";
import { blockNavigation, type Leaving } from "./navigation-blockers.ts";
import { RouterContext } from "./use-routing.ts";

/**
 * Asks before the person leaves the screen, or its tab. Returns who wants to leave, and null after the answer. They go
 * on by themselves once the asking component is gone.
 */
export function useLeaving(): Leaving | null {
  const router = useContext(RouterContext);
  const tabOf = useContext(TabContext);
  const [leaving, setLeaving] = useState<Leaving | null>(null);
  const isStill = useEffectEvent((next: Place, now: Place) => isSameScreen(next, now, tabOf));
  useEffect(() => {
    let pending: Leaving | null = null;
    let askedAt = "";
    const put = (next: Leaving | null) => {
      pending = next;
      askedAt = router.state.address.key;
      setLeaving(next);
    };
    const answer = (go: () => void) => () => {
      put(null);
      go();
    };
    const unblock = blockNavigation({
      isStill: (next, now) => isStill(next, now),
      confirm: ({ leave, stay }) => {
        pending?.stay();
        put({ leave: answer(leave), stay: answer(stay) });
      },
    });
    return () => {
      unblock();
      // A person who has already navigated elsewhere stays there.
      if (router.state.address.key === askedAt) pending?.leave();
    };
  }, [router]);
  return leaving;
}
