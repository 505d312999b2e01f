import { backoff } from "./backoff.ts";

/** Whether the portal can be reached from here; "offline" where the device itself says that it is. */
export type Connection = "connected" | "offline" | "unreachable";

type Ways = {
  /** Whether the device believes to be connected to anything. */
  isOnline: () => boolean;
  /** Asks the portal whether it is there. Never throws. */
  ask: () => Promise<boolean>;
  pause: (ms: number, signal: AbortSignal) => Promise<void>;
};

export type ConnectionWatch = {
  now(): Connection;
  subscribe(listener: () => void): () => void;
  /** Something was not answered: finds out whether the portal can be reached, and looks for it until it can. */
  doubt(): void;
  /** Looks again now instead of at the end of the pause. */
  wake(): void;
  /** Resolves once the portal can be reached: with true where it was lost in between, at once where nobody doubts. */
  untilConnected(): Promise<boolean>;
};

/** While the connection is lost the portal is looked for this often at least. */
const LONGEST_WAIT_MS = 10_000;

export function watchConnection({ isOnline, ask, pause }: Ways): ConnectionWatch {
  let now: Connection = "connected";
  let looking: Promise<boolean> | null = null;
  let waking = new AbortController();
  const listeners = new Set<() => void>();

  function tell(next: Connection): void {
    if (next === now) return;
    now = next;
    for (const listener of listeners) listener();
  }

  async function look(): Promise<boolean> {
    let failures = 0;
    while (!isOnline() || !(await ask())) {
      tell(isOnline() ? "unreachable" : "offline");
      waking = new AbortController();
      // Not all at the same moment: a portal that comes back is found by every open page.
      await pause(backoff(failures, LONGEST_WAIT_MS) * (0.75 + Math.random() / 2), waking.signal);
      failures += 1;
    }
    tell("connected");
    return failures > 0;
  }

  return {
    now: () => now,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    doubt() {
      looking ??= look().finally(() => {
        looking = null;
      });
    },
    wake: () => waking.abort(),
    untilConnected: () => looking ?? Promise.resolve(false),
  };
}
