import { useEffect, useEffectEvent } from "react";
import type { LiveEvent } from "#contract/live.ts";
import { VIEW_PATH } from "./client-view.ts";
import { type Listeners, listenLive } from "./live.ts";

type Hearer = { onEvent: (event: LiveEvent) => void; onMissed: () => void };

// One stream per page: it opens with the first listener and closes with the last.
const hearers = new Set<Hearer>();
let stream: { close(): void } | null = null;

function join(hearer: Hearer): () => void {
  hearers.add(hearer);
  stream ??= shareLive({
    onEvent: (event) => {
      for (const one of hearers) one.onEvent(event);
    },
    onMissed: () => {
      for (const one of hearers) one.onMissed();
    },
  });
  return () => {
    hearers.delete(hearer);
    if (hearers.size > 0) return;
    stream?.close();
    stream = null;
  };
}

/**
 * Calls back for every live event of the acting organization while the component is mounted, and `onMissed` whenever
 * events may have been missed.
 */
export function useLive(onEvent: (event: LiveEvent) => void, onMissed: () => void = () => {}): void {
  const handleEvent = useEffectEvent(onEvent);
  const miss = useEffectEvent(onMissed);
  useEffect(() => join({ onEvent: (event) => handleEvent(event), onMissed: () => miss() }), []);
}

/** Windows that see the portal as a client share a stream of their own. */
const NAME = `counterpart-live${VIEW_PATH ?? ""}`;

/** A page may embed answers from just before it was requested. */
const MARGIN_MS = 1000;
/**
 * Answers that a page shows may lack every change after this time until its live stream opens: those that the page
 * carries, and those that it fetched before.
 */
const SINCE = performance.timeOrigin - MARGIN_MS;

/** `since` asks the window with the stream whether an event came after a time; `missedSince` answers that one did. */
type Notice = { event: LiveEvent } | "missed" | { since: number } | { missedSince: number };

/**
 * Shares one live stream among the browser's windows, because a browser opens six connections per server and each
 * stream would occupy one. A hidden window hears nothing and catches up when it becomes visible.
 */
function shareLive(listeners: Listeners): { close(): void } {
  let hearing: { close(): void } | null = null;
  let wasAway = false;
  function follow() {
    if (document.visibilityState === "visible") {
      hearing ??= hearTogether(listeners, wasAway);
      return;
    }
    hearing?.close();
    hearing = null;
    wasAway = true;
  }
  document.addEventListener("visibilitychange", follow);
  follow();
  return {
    close() {
      document.removeEventListener("visibilitychange", follow);
      hearing?.close();
      hearing = null;
    },
  };
}

/** One window opens the stream and forwards events to the others. When it closes, the next one takes over. */
function hearTogether(listeners: Listeners, wasAway: boolean): { close(): void } {
  const closing = new AbortController();
  const { signal } = closing;
  const windows = new BroadcastChannel(NAME);
  /** When this window's stream last received anything; null without a stream. */
  let heardAt: number | null = null;
  const post = (message: Notice) => windows.postMessage(message);
  windows.onmessage = ({ data }: MessageEvent<Notice>) => {
    if (data === "missed") listeners.onMissed();
    else if ("event" in data) listeners.onEvent(data.event);
    else if ("missedSince" in data) missIf(data.missedSince === SINCE);
    else if (heardAt !== null && heardAt >= data.since) post({ missedSince: data.since });
  };
  if (wasAway) listeners.onMissed();
  shareStream(runStream, wasAway, signal, () => post({ since: SINCE })).catch((error: unknown) => {
    if (!signal.aborted) console.error("The live stream cannot be shared", error);
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

  /** Resolves when this window has stopped holding the stream. */
  async function runStream(isLate: boolean): Promise<void> {
    if (signal.aborted) return;
    heardAt = Number.POSITIVE_INFINITY;
    let isFirstTime = !isLate;
    const stream = listenLive(
      {
        onReady: (quietForMs) => {
          heardAt = clock() - quietForMs;
          missIf(isFirstTime && heardAt >= SINCE);
          isFirstTime = false;
        },
        onEvent: (event) => {
          heardAt = clock();
          listeners.onEvent(event);
          post({ event });
        },
        onMissed: () => {
          heardAt = clock();
          listeners.onMissed();
          post("missed");
        },
      },
      isLate,
    );
    await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
    heardAt = null;
    stream.close();
  }
}

/**
 * Locks the stream at once or, if another window holds the lock, when that window closes. `onWait` runs before the
 * wait.
 */
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
