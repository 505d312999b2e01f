import type { ServerResponse } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { ListQuery } from "#contract/list-query.ts";
import type { AnyCaller } from "../access/gates.ts";
import { AppError } from "../app-error.ts";
import type { ReadTurns } from "../deps.ts";
import type { Route } from "./route.ts";

/** A page with more rows is a long answer. */
const ROWS_OF_SHORT = 200;
/** What a caller includes of listed documents: each page is prepared for its readers. */
const PAGES = "puckState";
/** A client that takes nothing of a long answer for so long is disconnected. */
const UNREAD_MS = 30_000;

type Asked = Pick<ListQuery, "limit" | "q" | "filter"> & { include?: string };
type Answer = Awaited<ReturnType<Route["handle"]>>;

/** Reads when it is the turn of the caller's organization, or of a person of the company. Changes have turns of their own. */
export function readInTurn(
  turns: ReadTurns,
  { call, finish, isOfCaller }: Route,
  { query, body }: FastifyRequest,
  reply: FastifyReply,
  caller: AnyCaller,
  read: (hasWaited: boolean) => Promise<Answer>,
): Promise<Answer> {
  const key = keyOf(caller);
  // What is finished outside of the transaction, such as a PDF, waits for other things than the processor. Who somebody
  // is was asked without a turn.
  if (!call.isReading || finish || isOfCaller || key === null) return read(false);
  const { filter, include, ...asked } = query as Asked;
  // The search of everything sends what is typed as its body.
  const q = asked.q ?? (body as { q?: string } | undefined)?.q;
  let hasWaited = false;
  const task = () => {
    // Nobody's answer keeps those waiting who are still there.
    if (hasLeft(reply.raw)) throw new AppError("invalid", "Whoever asked has left.");
    return read(hasWaited);
  };
  const answer = isLongAnswer(call, query)
    ? turns.long(key, task, ({ data }) => {
        if (include !== PAGES && Array.isArray(data) && data.length <= ROWS_OF_SHORT) return null;
        reply.raw.setTimeout(UNREAD_MS, () => reply.raw.destroy());
        return whenSent(reply.raw);
      })
    : (q || filter ? turns.search : turns.short)(key, task);
  // Whoever's turn it is at once has begun by now.
  hasWaited = true;
  return answer;
}

/** Whether a list is asked for many rows, or for their pages. */
export function isLongAnswer({ page }: Route["call"], query: unknown): boolean {
  const { limit = Number.POSITIVE_INFINITY, include } = query as Asked;
  return !(page instanceof z.ZodUndefined) && (limit > ROWS_OF_SHORT || include === PAGES);
}

function keyOf(caller: AnyCaller): string | null {
  if ("organizationId" in caller) return caller.organizationId;
  return "userProfileId" in caller ? caller.userProfileId : null;
}

/** An answer of HTTP/2 does not say so itself, but its stream does. */
function hasLeft(response: ServerResponse & { stream?: { destroyed: boolean } }): boolean {
  return response.stream?.destroyed ?? response.destroyed;
}

function whenSent(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    if (response.writableFinished || hasLeft(response)) resolve();
    response.once("finish", resolve);
    response.once("close", resolve);
  });
}
