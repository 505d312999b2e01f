import { useContext, useEffect, useEffectEvent, useState } from "react";
import type { Place } from "./address.ts";
import type { Leaving } from "./create-router.ts";
import { RouterContext } from "./router-context.ts";
import { isSameScreen, TabContext } from "./same-screen.ts";

/**
 * Asks before the person leaves the screen, or its tab, unless they may. Returns who wants to leave, and null after the
 * answer.
 */
export function useLeaving(mayLeave: () => boolean): Leaving | null {
  const router = useContext(RouterContext);
  const tabOf = useContext(TabContext);
  const [leaving, setLeaving] = useState<Leaving | null>(null);
  const isStill = useEffectEvent((next: Place, now: Place) => mayLeave() || isSameScreen(next, now, tabOf));
  useEffect(() => {
    const answer = (go: () => void) => () => {
      setLeaving(null);
      go();
    };
    return router.keepHere({
      isStill: (next, now) => isStill(next, now),
      ask: ({ leave, stay }) => setLeaving({ leave: answer(leave), stay: answer(stay) }),
    });
  }, [router]);
  return leaving;
}
