import type { OutgoingHttpHeaders, ServerResponse } from "node:http";
import type { FastifyInstance } from "fastify";
import { CLIENT_VIEW } from "#contract/call.ts";
import { LIVE_PATH, SIGNED_OUT_EVENT } from "#contract/live.ts";
import type { Id } from "#domain/id.ts";
import { AppError } from "../app-error.ts";
import type { Deps } from "../deps.ts";
import { type Credentials, type Listener, readListener, streamEvents } from "./hear-events.ts";

/** A removed person's stream stays open for this long at most, but receives no event. */
const HEARTBEAT_MS = 15_000;
const MAX_STREAMS_PER_PERSON = 10;
/** A client that is this far behind is disconnected, and fetches everything when it connects again. */
const MAX_UNREAD_BYTES = 64 * 1024;

/** Serves server-sent events: first "ready" with the time since the last event, then every event and heartbeats. */
export async function serveLive(app: FastifyInstance, deps: Deps): Promise<void> {
  const streams: Streams = { open: new Set(), countOf: new Map() };
  let isStopping = false;
  app.addHook("preClose", async () => {
    isStopping = true;
    for (const end of streams.open) end();
  });

  app.get(LIVE_PATH, { schema: { hide: true } }, async (request, reply) => {
    const { authorization, [CLIENT_VIEW]: viewPass } = request.headers;
    const credentials = { authorization, viewPass: viewPass?.toString() };
    const listener = await readListener(deps, credentials);
    if ((streams.countOf.get(listener.userProfileId) ?? 0) >= MAX_STREAMS_PER_PERSON) {
      throw new AppError("rate-limited", "The portal is open in too many windows. Close some of them.");
    }

    if (isStopping) throw new AppError("unavailable", "The portal is starting again. Please try again soon.");
    reply.hijack();
    const response = reply.raw;
    if (response.destroyed) return;
    response.writeHead(200, {
      ...(reply.getHeaders() as OutgoingHttpHeaders),
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store, no-transform",
      ...(request.raw.httpVersionMajor === 1 && { connection: "close" }),
      "x-accel-buffering": "no",
    });

    stream(deps, streams, response, credentials, listener);
  });
}

/** The ends of all open streams, and how many each person has. */
type Streams = { open: Set<() => void>; countOf: Map<Id, number> };

/** Writes the events of a person to a response until one side ends it. */
function stream(
  deps: Deps,
  { open, countOf }: Streams,
  response: ServerResponse,
  credentials: Credentials,
  listener: Listener,
): void {
  const { userProfileId } = listener;
  response.on("error", (error) => deps.log.debug(error, "A live stream cannot be written"));
  response.once("close", leave);
  const events = streamEvents(deps, credentials, listener, {
    onEvents: (received) => write(received.map((one) => `data: ${JSON.stringify(one)}\n\n`).join("")),
    onEnd: (isSignedOut) => end(isSignedOut ? `event: ${SIGNED_OUT_EVENT}\ndata: {}\n\n` : ""),
  });
  const heartbeat = setInterval(() => {
    write(": still here\n\n");
    events.check();
  }, HEARTBEAT_MS);
  const stop = () => end();
  open.add(stop);
  deps.process.openStreams += 1;
  countOf.set(userProfileId, (countOf.get(userProfileId) ?? 0) + 1);
  const quietForMs = deps.live.quietFor(listener.audiences);
  write(`event: ready\ndata: ${JSON.stringify({ quietForMs })}\n\n`);

  function write(text: string): void {
    if (response.writableEnded || response.destroyed) return;
    response.write(text);
    if (response.writableLength > MAX_UNREAD_BYTES) disconnect();
  }

  /** A half-closed stream could wait for its connection or its client for ever, so it is destroyed. */
  function end(lastEvent = ""): void {
    leave();
    if (response.socket === null || response.writableLength > 0) response.destroy();
    else response.end(lastEvent);
  }

  function disconnect(): void {
    leave();
    response.destroy();
  }

  function leave(): void {
    if (!open.delete(stop)) return;
    deps.process.openStreams -= 1;
    clearInterval(heartbeat);
    events.close();
    const left = (countOf.get(userProfileId) ?? 1) - 1;
    if (left > 0) countOf.set(userProfileId, left);
    else countOf.delete(userProfileId);
  }
}
