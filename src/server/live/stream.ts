import type { OutgoingHttpHeaders } from "node:http";
import type { FastifyInstance } from "fastify";
import { CLIENT_VIEW } from "#contract/call.ts";
import { LIVE_PATH } from "#contract/live.ts";
import type { Id } from "#domain/id.ts";
import { AppError } from "../app-error.ts";
import type { Deps } from "../deps.ts";
import { hearEvents, readListener } from "./hear-events.ts";

/** A removed person may hold an open stream for this long, but receives no event on it. */
const HEARTBEAT_MS = 15_000;
const STREAMS_A_PERSON = 10;
/** A client that falls this far behind is disconnected, and fetches everything when it is back. */
const UNREAD_BYTES = 64 * 1024;

/**
 * Serves live events as server-sent events: first "ready" with how long nothing was told, then every event, with
 * heartbeats in between.
 */
export async function serveLive(app: FastifyInstance, deps: Deps): Promise<void> {
  const open = new Set<() => void>();
  const streamsOf = new Map<Id, number>();

  let isStopping = false;
  app.addHook("preClose", async () => {
    isStopping = true;
    for (const end of open) end();
  });

  app.get(LIVE_PATH, { schema: { hide: true } }, async (request, reply) => {
    const { authorization, [CLIENT_VIEW]: viewPass } = request.headers;
    const credentials = { authorization, viewPass: viewPass?.toString() };
    const listener = await readListener(deps, credentials);
    const { userProfileId } = listener;
    const count = streamsOf.get(userProfileId) ?? 0;
    if (count >= STREAMS_A_PERSON) {
      throw new AppError("rate-limited", "The portal is open in too many windows. Close some of them.");
    }

    if (isStopping) throw new AppError("unavailable", "The portal is starting again. Please try again soon.");
    reply.hijack();
    const response = reply.raw;
    if (response.destroyed) return;
    response.on("error", (error) => deps.log.debug(error, "A live stream cannot be written"));
    response.once("close", leave);
    response.writeHead(200, {
      ...(reply.getHeaders() as OutgoingHttpHeaders),
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store, no-transform",
      ...(request.raw.httpVersionMajor === 1 && { connection: "close" }),
      "x-accel-buffering": "no",
    });

    const hearing = hearEvents(deps, credentials, listener, {
      onEvents: (events) => say(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("")),
      onEnd: end,
    });
    const heartbeat = setInterval(() => {
      say(": still here\n\n");
      hearing.check();
    }, HEARTBEAT_MS);
    open.add(end);
    streamsOf.set(userProfileId, count + 1);
    const quietForMs = deps.live.quietFor(listener.audiences);
    say(`event: ready\ndata: ${JSON.stringify({ quietForMs })}\n\n`);

    function say(text: string): void {
      if (response.writableEnded || response.destroyed) return;
      response.write(text);
      if (response.writableLength > UNREAD_BYTES) cutOff();
    }

    /** A half-closed stream could wait for its connection or its client for ever, so it is destroyed. */
    function end(): void {
      if (response.socket === null || response.writableLength > 0) {
        cutOff();
        return;
      }
      leave();
      response.end();
    }

    function cutOff(): void {
      leave();
      response.destroy();
    }

    function leave(): void {
      if (!open.delete(end)) return;
      clearInterval(heartbeat);
      hearing.close();
      const left = (streamsOf.get(userProfileId) ?? 1) - 1;
      if (left > 0) streamsOf.set(userProfileId, left);
      else streamsOf.delete(userProfileId);
    }
  });
}
