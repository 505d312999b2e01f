import { networksOf } from "./rate-limit.ts";

type Window = { visits: number; endsAt: number };

/** More networks, or people, than visit a portal at once. */
const MOST_NETWORKS = 20_000;

/** Counts visits per network, or person, in memory, because a read writes no row. Each process counts its own. */
export function createVisitLimit({ max, windowMs }: { max: number; windowMs: number }) {
  const windows = new Map<string, Window>();

  function countFor(network: string, at: number): Window {
    let window = windows.get(network);
    if (!window || window.endsAt <= at) {
      // A new window goes to the end of the map, so the first one is the oldest.
      windows.delete(network);
      window = { visits: 0, endsAt: at + windowMs };
      windows.set(network, window);
      const [oldest] = windows.keys();
      if (windows.size > MOST_NETWORKS && oldest !== undefined) windows.delete(oldest);
    }
    window.visits += 1;
    return window;
  }

  return {
    /** Counts a visit from an address. Returns null, or the seconds until the next visit is let in. */
    count(ipAddress: string, now: Date): number | null {
      const at = now.getTime();
      const waits = networksOf(ipAddress).map(({ name, share }) => {
        const { visits, endsAt } = countFor(name, at);
        return visits > max * share ? Math.ceil((endsAt - at) / 1000) : 0;
      });
      return Math.max(...waits) || null;
    },
  };
}
