import { useSyncExternalStore } from "react";
import { isGatewayStatus } from "./api-error.ts";
import { backoff, pause } from "./backoff.ts";

/** Whether the portal can be reached; "offline" if the device itself reports no network. */
type Connection = "connected" | "offline" | "unreachable";

type Probe = {
  /** Whether the device reports a network. */
  isOnline: () => boolean;
  /** Whether the portal answers. Never throws. */
  check: () => Promise<boolean>;
  pause: (ms: number, signal: AbortSignal) => Promise<void>;
};

type ConnectionWatch = {
  now(): Connection;
  subscribe(listener: () => void): () => void;
  /** Reports a request without an answer: checks whether the portal can be reached, until it can. */
  recheck(): void;
  /** Checks now instead of at the end of the pause. */
  wake(): void;
  /** Resolves once the portal can be reached: true if the connection was lost, at once with false if not in doubt. */
  untilConnected(): Promise<boolean>;
};

/** The longest pause between two checks while the connection is lost. */
const MAX_WAIT_MS = 10_000;

export function watchConnection({ isOnline, check, pause }: Probe): ConnectionWatch {
  let now: Connection = "connected";
  let checking: Promise<boolean> | null = null;
  let waking = new AbortController();
  const listeners = new Set<() => void>();

  function publish(next: Connection): void {
    if (next === now) return;
    now = next;
    for (const listener of listeners) listener();
  }

  async function checkUntilConnected(): Promise<boolean> {
    let failures = 0;
    while (!isOnline() || !(await check())) {
      publish(isOnline() ? "unreachable" : "offline");
      waking = new AbortController();
      // A random factor spreads the checks, because every open page looks for the portal.
      await pause(backoff(failures, MAX_WAIT_MS) * (0.75 + Math.random() / 2), waking.signal);
      failures += 1;
    }
    publish("connected");
    return failures > 0;
  }

  return {
    now: () => now,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    recheck() {
      checking ??= checkUntilConnected().finally(() => {
        checking = null;
      });
    },
    wake: () => waking.abort(),
    untilConnected: () => checking ?? Promise.resolve(false),
  };
}

const HEALTH = "/healthz";
const ANSWERED_WITHIN_MS = 8000;

const watch = watchConnection({ isOnline: () => navigator.onLine, check, pause });

globalThis.window?.addEventListener("offline", () => watch.recheck());
globalThis.window?.addEventListener("online", () => watch.wake());

async function check(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(ANSWERED_WITHIN_MS);
    return (await fetch(HEALTH, { cache: "no-store", signal })).ok;
  } catch {
    return false;
  }
}

/** Fetches from the portal. A request without an answer starts the search for the lost connection. */
export async function fetchPortal(address: string, options: RequestInit = {}): Promise<Response> {
  try {
    const response = await fetch(address, options);
    if (isGatewayStatus(response.status)) watch.recheck();
    return response;
  } catch (error) {
    if (!options.signal?.aborted) watch.recheck();
    throw error;
  }
}

export function useConnection(): Connection {
  return useSyncExternalStore(watch.subscribe, watch.now, () => "connected");
}

export const isConnected = () => watch.now() === "connected";

export const recheckConnection = watch.recheck;

/** Resolves once the portal can be reached: true if the connection was lost while waiting. */
export const untilConnected = watch.untilConnected;
