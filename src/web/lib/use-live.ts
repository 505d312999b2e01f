import { useEffect, useEffectEvent } from "react";
import type { LiveEvent } from "#contract/live.ts";
import { VIEW_PATH } from "./client-view.ts";
import { type Listeners, listenLive } from "./live.ts";

type Subscriber = { onEvent: (event: LiveEvent) => void; onMissed: () => void };

// One stream per page: it opens with the first listener and closes with the last.
const subscribers = new Set<Subscriber>();
let stream: { close(): void } | null = null;

function join(subscriber: Subscriber): () => void {
  subscribers.add(subscriber);
  stream ??= shareLive({
    onEvent: (event) => {
      for (const one of subscribers) one.onEvent(event);
    },
    onMissed: () => {
      for (const one of subscribers) one.onMissed();
    },
  });
  return () => {
    subscribers.delete(subscriber);
    if (subscribers.size > 0) return;
    stream?.close();
    stream = null;
  };
}

/** Calls back for every live event while the component is mounted, and `onMissed` when events may have been missed. */
export function useLive(onEvent: (event: LiveEvent) => void, onMissed: () => void = () => {}): void {
  const handleEvent = useEffectEvent(onEvent);
  const miss = useEffectEvent(onMissed);
  useEffect(() => join({ onEvent: (event) => handleEvent(event), onMissed: () => miss() }), []);
}

/** Windows that see the portal as a client share a stream of their own. */
const NAME = `counterpart-live${VIEW_PATH ?? ""}`;

/** A page may embed answers from just before it was requested. */
const MARGIN_MS = 1000;
/** The answers in the page, or fetched before its live stream opens, may lack every change after this time. */
const SINCE = performance.timeOrigin - MARGIN_MS;

/** `since` asks the window with the stream whether an event came after a time; `missedSince` answers that one did. */
type Notice = { event: LiveEvent } | "missed" | { since: number } | { missedSince: number };

/**
 * Shares one live stream among the browser's windows, because a browser opens six connections per server and each
 * stream would occupy one. A hidden window hears nothing and catches up when it becomes visible.
 */
function shareLive(listeners: Listeners): { close(): void } {
  let listening: { close(): void } | null = null;
  let wasAway = false;
  function follow() {
    if (document.visibilityState === "visible") {
      listening ??= listenTogether(listeners, wasAway);
      return;
    }
    listening?.close();
    listening = null;
    wasAway = true;
  }
  document.addEventListener("visibilitychange", follow);
  follow();
  return {
    close() {
      document.removeEventListener("visibilitychange", follow);
      listening?.close();
      listening = null;
    },
  };
}

/** One window opens the stream and forwards events to the others. When it closes, the next one takes over. */
function listenTogether(listeners: Listeners, wasAway: boolean): { close(): void } {
  const closing = new AbortController();
  const { signal } = closing;
  const windows = new BroadcastChannel(NAME);
  /** When this window's stream last received anything; null without a stream. */
  let lastEventAt: number | null = null;
  const post = (message: Notice) => windows.postMessage(message);
  windows.onmessage = ({ data }: MessageEvent<Notice>) => {
    if (data === "missed") listeners.onMissed();
    else if ("event" in data) listeners.onEvent(data.event);
    else if ("missedSince" in data) missIf(data.missedSince === SINCE);
    else if (lastEventAt !== null && lastEventAt >= data.since) post({ missedSince: data.since });
  };
  if (wasAway) listeners.onMissed();
  shareStream(runStream, wasAway, signal, () => post({ since: SINCE })).catch((error: unknown) => {
    if (!signal.aborted) console.error("The live stream can't be shared", error);
  });
  return {
    close() {
      closing.abort();
      windows.close();
    },
  };

  function missIf(hasMissed: boolean): void {
    if (hasMissed) listeners.onMissed();
  }

  /** Resolves when this window has closed the stream. */
  async function runStream(isLate: boolean): Promise<void> {
    if (signal.aborted) return;
    lastEventAt = Number.POSITIVE_INFINITY;
    let isFirstTime = !isLate;
    const stream = listenLive(
      {
        onReady: (quietForMs) => {
          lastEventAt = clock() - quietForMs;
          missIf(isFirstTime && lastEventAt >= SINCE);
          isFirstTime = false;
        },
        onEvent: (event) => {
          lastEventAt = clock();
          listeners.onEvent(event);
          post({ event });
        },
        onMissed: () => {
          lastEventAt = clock();
          listeners.onMissed();
          post("missed");
        },
      },
      isLate,
    );
    await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
    lastEventAt = null;
    stream.close();
  }
}

/** Runs with the stream's lock, at once or when the window with the lock closes. `onWait` runs before the wait. */
async function shareStream(
  runStream: (isLate: boolean) => Promise<void>,
  wasAway: boolean,
  signal: AbortSignal,
  onWait: () => void,
): Promise<void> {
  // Unencrypted pages from another machine have no locks; there each window has its own stream.
  const locks = navigator.locks as LockManager | undefined;
  if (!locks) return runStream(wasAway);
  const isFirst = await locks.request(NAME, { ifAvailable: true }, async (lock) => {
    if (lock) await runStream(wasAway);
    return lock !== null;
  });
  if (isFirst) return;
  onWait();
  await locks.request(NAME, { signal }, () => runStream(true));
}

/** The time of the clock, which all windows share. */
function clock(): number {
  return performance.timeOrigin + performance.now();
}
