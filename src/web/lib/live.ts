import { createParser } from "eventsource-parser";
import { LIVE_PATH, type LiveEvent } from "#contract/live.ts";
import { identityToken, renewIdentityToken } from "./session.ts";

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 60_000;

/** How long to wait before connecting again after so many failures in a row: doubling, up to a minute. */
export function reconnectDelay(failures: number): number {
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(failures, 10));
}

const KINDS: readonly string[] = [
  "document",
  "notification",
  "work-order",
  "permission",
] satisfies LiveEvent["kind"][];

/** An event as the stream told it; null for what this page does not know. */
export function readLiveEvent(data: string): LiveEvent | null {
  try {
    const { kind, id } = JSON.parse(data) as Partial<LiveEvent>;
    return typeof id === "string" && KINDS.includes(kind ?? "") ? ({ kind, id } as LiveEvent) : null;
  } catch {
    return null;
  }
}

type Listeners = {
  onEvent: (event: LiveEvent) => void;
  /** Connected again after a break: whatever happened meanwhile was not heard. */
  onReconnect: () => void;
};

/** Listens to the live stream until closed, and connects again whenever it breaks. */
export function listenLive({ onEvent, onReconnect }: Listeners): { close(): void } {
  const closing = new AbortController();
  void keepListening();
  return { close: () => closing.abort() };

  async function keepListening() {
    let failures = 0;
    let wasConnected = false;
    while (!closing.signal.aborted) {
      try {
        await listenOnce(closing.signal, onEvent, () => {
          if (wasConnected) onReconnect();
          wasConnected = true;
          failures = 0;
        });
      } catch {
        // A break in the line is expected; the pause below is what it costs.
      }
      if (!closing.signal.aborted) await pause(reconnectDelay(failures), closing.signal);
      failures += 1;
    }
  }
}

async function listenOnce(
  signal: AbortSignal,
  onEvent: (event: LiveEvent) => void,
  onConnect: () => void,
): Promise<void> {
  const response = await openStream(signal);
  if (!response.ok || response.body === null) throw new Error(`The live stream answered ${response.status}`);
  onConnect();
  const parser = createParser({
    onEvent({ data }) {
      const event = readLiveEvent(data);
      if (event !== null) onEvent(event);
    },
  });
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    parser.feed(value);
  }
}

async function openStream(signal: AbortSignal): Promise<Response> {
  const open = (token: string | null) =>
    fetch(LIVE_PATH, {
      headers: { accept: "text/event-stream", authorization: `Bearer ${token}` },
      cache: "no-store",
      signal,
    });
  const response = await open(await identityToken());
  return response.status === 401 ? open(await renewIdentityToken()) : response;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
