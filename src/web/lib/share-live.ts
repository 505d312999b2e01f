import type { LiveEvent } from "#contract/live.ts";
import { type Listeners, listenLive } from "./live.ts";

const NAME = "counterpart-live";

type Told = { event: LiveEvent } | "missed";

/**
 * Hears the live stream together with the browser's other windows: a browser opens six connections to a server, and
 * each stream would hold one for good. A window out of sight hears nothing, and catches up when it is looked at.
 */
export function shareLive(listeners: Listeners): { close(): void } {
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

/** One window has the stream and tells the others; when it goes, the next one takes over. */
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
    // Pages without encryption from another machine have no locks: there each window has a stream of its own.
    const locks = navigator.locks as LockManager | undefined;
    if (!locks) return holdStream(wasAway);
    const isFirst = await locks.request(NAME, { ifAvailable: true }, async (lock) => {
      if (lock) await holdStream(wasAway);
      return lock !== null;
    });
    if (!isFirst) await locks.request(NAME, { signal }, () => holdStream(true));
  }

  /** Resolves when this window has had its turn. */
  async function holdStream(isLate: boolean): Promise<void> {
    if (signal.aborted) return;
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
      isLate,
    );
    await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
    stream.close();
  }
}
