import { networksOf } from "./rate-limit.ts";

type Window = { visits: number; endsAt: number };

/** More networks, or people, than visit a portal at once. */
const MOST_NETWORKS = 20_000;

/** Counts visits per network, or person, in memory, because a read writes no row. Each process counts its own. */
export function createVisitLimit({ max, windowMs }: { max: number; windowMs: number }) {
  const windows = new Map<string, Window>();

  /** Returns the seconds until the next one is let in, or 0. */
  function countFor(key: string, at: number, most: number): number {
    let window = windows.get(key);
    if (!window || window.endsAt <= at) {
      // A new window goes to the end of the map, so the first one is the oldest.
      windows.delete(key);
      window = { visits: 0, endsAt: at + windowMs };
      windows.set(key, window);
      const [oldest] = windows.keys();
      if (windows.size > MOST_NETWORKS && oldest !== undefined) windows.delete(oldest);
    }
    window.visits += 1;
    return window.visits > most ? Math.ceil((window.endsAt - at) / 1000) : 0;
  }

  return {
    /** Counts a visit from an address. Returns null, or the seconds until the next visit is let in. */
    count(ipAddress: string, now: Date): number | null {
      const waits = networksOf(ipAddress).map(({ name, share }) =>
        countFor(name, now.getTime(), max * share),
      );
      return Math.max(...waits) || null;
    },
    /** The same for a person, wherever they are. */
    countPerson(id: string, now: Date): number | null {
      return countFor(id, now.getTime(), max) || null;
    },
  };
}
