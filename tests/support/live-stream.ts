import { createParser } from "eventsource-parser";
import { vi } from "vitest";
import { z } from "zod";
import { LIVE_PATH, LiveEvent, SIGNED_OUT_EVENT } from "#contract/live.ts";
import type { ApiClient, Speaker } from "./api-client.ts";

export type LiveStream = {
  status: number;
  /** What "ready" contains: the time since the last event. */
  quietForMs: number;
  /** The events after "ready", parsed by the contract's schema. */
  events: LiveEvent[];
  /** Whether the stream has ended because its session has. */
  isSignedOut(): boolean;
  isEnded(): boolean;
  close(): void;
};

/** Opens a person's live stream (or with any token) and waits until it is ready or refused. */
export async function openLive(
  app: ApiClient,
  who: { as: Speaker } | { token?: string },
  more: Record<string, string> = {},
): Promise<LiveStream> {
  const token = "as" in who ? await app.signInAs(who.as) : who.token;
  const closing = new AbortController();
  const response = await fetch(`${app.baseUrl}${LIVE_PATH}`, {
    headers: { ...more, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    signal: closing.signal,
  });
  const events: LiveEvent[] = [];
  let quietForMs: number | null = null;
  let isEnded = false;
  let isSignedOut = false;
  const parser = createParser({
    onEvent: ({ event, data }) => {
      if (event === "ready")
        quietForMs = z.object({ quietForMs: z.int() }).parse(JSON.parse(data)).quietForMs;
      else if (event === SIGNED_OUT_EVENT) isSignedOut = true;
      else events.push(LiveEvent.parse(JSON.parse(data)));
    },
  });
  const stream = {
    status: response.status,
    get quietForMs() {
      return quietForMs ?? 0;
    },
    events,
    isSignedOut: () => isSignedOut,
    isEnded: () => isEnded,
    close: () => closing.abort(),
  };
  if (!response.ok || !response.body) {
    await response.text();
    return stream;
  }
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  const listen = async () => {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      parser.feed(value);
    }
  };
  void listen()
    .catch(() => undefined)
    .finally(() => {
      isEnded = true;
    });
  await vi.waitFor(() => {
    if (quietForMs === null) throw new Error("The stream is not ready.");
  });
  return stream;
}
