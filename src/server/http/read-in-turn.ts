import type { ServerResponse } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { ListQuery } from "#contract/list-query.ts";
import type { AnyCaller } from "../access/gates.ts";
import type { ReadTurns } from "../access/read-turns.ts";
import type { Route } from "./route.ts";

/** A page with more rows is a long answer. */
const ROWS_OF_SHORT = 200;
/** A client that takes nothing of a long answer for so long is disconnected. */
const UNREAD_MS = 30_000;

type Answer = Awaited<ReturnType<Route["handle"]>>;

/** Reads when it is the turn of the caller's organization, or of a person of the company. Changes have turns of their own. */
export function readInTurn(
  turns: ReadTurns,
  { call, finish }: Route,
  { query }: FastifyRequest,
  reply: FastifyReply,
  caller: AnyCaller,
  read: () => Promise<Answer>,
): Promise<Answer> {
  const key = keyOf(caller);
  // What is finished outside of the transaction, such as a PDF, waits for other things than the processor.
  if (!call.isReading || finish || key === null) return read();
  const { limit = Number.POSITIVE_INFINITY, q, filter } = query as Pick<ListQuery, "limit" | "q" | "filter">;
  const isLong = !(call.page instanceof z.ZodUndefined) && limit > ROWS_OF_SHORT;
  if (!isLong) return (q || filter ? turns.search : turns.short)(key, read);
  reply.raw.setTimeout(UNREAD_MS, () => reply.raw.destroy());
  return turns.long(key, read, ({ data }) =>
    Array.isArray(data) && data.length <= ROWS_OF_SHORT ? null : whenSent(reply.raw),
  );
}

function keyOf(caller: AnyCaller): string | null {
  if ("organizationId" in caller) return caller.organizationId;
  return "userProfileId" in caller ? caller.userProfileId : null;
}

function whenSent(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    if (response.writableFinished || response.destroyed) resolve();
    response.once("finish", resolve);
    response.once("close", resolve);
  });
}
