import { LIVE_PATH, type LiveEvent, SIGNED_OUT_EVENT } from "#contract/live.ts";
import { backoff, pause } from "./backoff.ts";
import { viewHeaders } from "./client-view.ts";
import { fetchPortal, recheckConnection, untilConnected } from "./connection.ts";
import { identityToken, renewIdentityToken, withToken } from "./session.ts";

const MAX_WAIT_MS = 30_000;
/** The server sends something at least every 15 seconds. A stream that is silent for longer is dead. */
const SILENCE_MS = 40_000;

/** A live event; null for what is none. */
export function readLiveEvent(data: string): LiveEvent | null {
  const { kind, id, revision } = parseObject<LiveEvent>(data);
  if (typeof kind !== "string" || typeof id !== "string") return null;
  return { kind, id, ...(typeof revision === "number" && { revision }) };
}

/** The time without events, from the first message of the stream; 0 from an older server. */
export function readQuiet(data: string): number {
  const { quietForMs } = parseObject<{ quietForMs: unknown }>(data);
  return typeof quietForMs === "number" ? quietForMs : 0;
}

function parseObject<Expected>(data: string): Partial<Expected> {
  try {
    return JSON.parse(data) ?? {};
  } catch {
    return {};
  }
}

export type Listeners = {
  onEvent: (event: LiveEvent) => void;
  /** Events may have been missed: the stream is back, or still cannot be opened. */
  onMissed: () => void;
  /** The stream is open, after this long without events. */
  onReady?: (quietForMs: number) => void;
};

/** Listens until closed, and reconnects. `isLate`: events may have been missed before the first connection. */
export function listenLive({ onEvent, onMissed, onReady }: Listeners, isLate = false): { close(): void } {
  const closing = new AbortController();
  void listenUntilAborted(closing.signal);
  return { close: () => closing.abort() };

  async function listenUntilAborted(signal: AbortSignal) {
    let failures = 0;
    let mayHaveMissed = isLate;
    while (!signal.aborted) {
      try {
        const onConnect = () => {
          if (mayHaveMissed) onMissed();
          failures = 0;
        };
        await listenOnce(signal, { onEvent, onConnect, onReady });
      } catch {
        // Breaks are expected; the pause below follows.
      }
      if (signal.aborted) return;
      mayHaveMissed = true;
      recheckConnection();
      const wasLost = await untilConnected();
      if (wasLost || signal.aborted) continue;
      // The portal answers but the stream does not come through. Until it does, polling replaces it.
      if (failures > 0) onMissed();
      await pause(backoff(failures, MAX_WAIT_MS), signal);
      failures += 1;
    }
  }
}

async function listenOnce(
  closing: AbortSignal,
  { onEvent, onConnect, onReady }: Pick<Listeners, "onEvent" | "onReady"> & { onConnect: () => void },
): Promise<void> {
  const silent = new AbortController();
  let alarm = setTimeout(() => silent.abort(), SILENCE_MS);
  const onMessage = () => {
    clearTimeout(alarm);
    alarm = setTimeout(() => silent.abort(), SILENCE_MS);
  };
  try {
    const response = await openStream(AbortSignal.any([closing, silent.signal]));
    if (!response.ok || response.body === null)
      throw new Error(`The live stream answered ${response.status}`);
    onConnect();
    const read = eventReader((name, data) => {
      if (name === "ready") onReady?.(readQuiet(data));
      // If the session has ended, the page is covered at once, and not when the stream is opened again.
      if (name === SIGNED_OUT_EVENT) renewIdentityToken().catch(() => undefined);
      const event = readLiveEvent(data);
      if (event !== null) onEvent(event);
    });
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      onMessage();
      read(value);
    }
  } finally {
    clearTimeout(alarm);
  }
}

async function openStream(signal: AbortSignal): Promise<Response> {
  const open = async (token: string | null) =>
    fetchPortal(LIVE_PATH, {
      headers: { accept: "text/event-stream", authorization: `Bearer ${token}`, ...(await viewHeaders()) },
      cache: "no-store",
      signal,
    });
  return withToken(open, await identityToken());
}

/** Returns a reader of server-sent events with one line of data each (src/server/live/stream.ts), piece by piece. */
export function eventReader(onEvent: (name: string | undefined, data: string) => void) {
  let rest = "";
  return (piece: string): void => {
    const events = (rest + piece).split("\n\n");
    rest = events.pop() ?? "";
    for (const event of events) {
      const fields = Object.fromEntries(event.split("\n").map((line) => line.split(/: (.*)/, 2)));
      if (fields.data !== undefined) onEvent(fields.event, fields.data);
    }
  };
}
