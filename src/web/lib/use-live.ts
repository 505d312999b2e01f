import { useEffect, useEffectEvent } from "react";
import type { LiveEvent } from "#contract/live.ts";
import { VIEW_PATH } from "./client-view.ts";
import { areFirstAnswersOld } from "./first-answers.ts";
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
  const hear = useEffectEvent(onEvent);
  const miss = useEffectEvent(onMissed);
  useEffect(() => join({ onEvent: (event) => hear(event), onMissed: () => miss() }), []);
}

/** Windows that see the portal as a client share a stream of their own. */
const NAME = `counterpart-live${VIEW_PATH ?? ""}`;

type Told = { event: LiveEvent } | "missed";

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

/** One window holds the stream and tells the others. When it closes, the next one takes over. */
function hearTogether(listeners: Listeners, wasAway: boolean): { close(): void } {
  const closing = new AbortController();
  const { signal } = closing;
  const windows = new BroadcastChannel(NAME);
  windows.onmessage = ({ data }: MessageEvent<Told>) => {
    if (data === "missed") listeners.onMissed();
    else listeners.onEvent(data.event);
  };
  if (wasAway) listeners.onMissed();
  takeTurn().catch((error: unknown) => {
    if (!signal.aborted) console.error("The live stream cannot be shared", error);
  });
  return {
    close() {
      closing.abort();
      windows.close();
    },
  };

  async function takeTurn(): Promise<void> {
    // Unencrypted pages from another machine have no locks; there each window has its own stream.
    const locks = navigator.locks as LockManager | undefined;
    if (!locks) return holdStream(wasAway);
    const isFirst = await locks.request(NAME, { ifAvailable: true }, async (lock) => {
      if (lock) await holdStream(wasAway);
      return lock !== null;
    });
    if (!isFirst) await locks.request(NAME, { signal }, () => holdStream(true));
  }

  /** Resolves when this window has stopped holding the stream. */
  async function holdStream(isLate: boolean): Promise<void> {
    if (signal.aborted) return;
    const mayHaveMissed = isLate || areFirstAnswersOld();
    const stream = listenLive(
      {
        onEvent: (event) => {
          listeners.onEvent(event);
          windows.postMessage({ event } satisfies Told);
        },
        onMissed: () => {
          listeners.onMissed();
          windows.postMessage("missed" satisfies Told);
        },
      },
      mayHaveMissed,
    );
    await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
    stream.close();
  }
}
