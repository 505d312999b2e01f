import type { ServerResponse } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { ListQuery } from "#contract/list-query.ts";
import type { Id } from "#domain/id.ts";
import { readViewPass } from "../access/client-view-pass.ts";
import type { KnownPerson } from "../access/read-person.ts";
import { AppError } from "../app-error.ts";
import type { Deps, ReadLimiter, TokenSubject } from "../deps.ts";
import type { Answer, Route } from "./route.ts";

/** A page with more rows is a long answer. */
const ROWS_OF_SHORT = 200;
/** What a caller includes of listed documents: each page is prepared for its readers. */
const PAGES = "puckState";
/** A client that takes nothing of a long answer for so long is disconnected. */
const UNREAD_MS = 30_000;

type Criteria = Pick<ListQuery, "limit" | "q" | "filter"> & { include?: string };

/** Reads when it is the turn of `key` (null: at once). No connection waits: `read` takes one when its turn comes. */
export function readWithinLimit(
  limiter: ReadLimiter,
  { call, finish }: Route,
  { query, body }: Pick<FastifyRequest, "query" | "body">,
  reply: FastifyReply,
  key: string | null,
  read: () => Promise<Answer>,
): Promise<Answer> {
  // What is finished outside of the transaction, such as a PDF, waits for other things than the processor.
  if (finish || key === null) return read();
  const { filter, include, ...criteria } = query as Criteria;
  // The search of everything sends what is typed as its body.
  const q = criteria.q ?? (body as { q?: string } | undefined)?.q;
  const task = () => {
    if (hasDisconnected(reply.raw)) throw new AppError("invalid", "The client has disconnected.");
    return read();
  };
  return isLongAnswer(call, query)
    ? limiter.long(key, task, ({ data }) => {
        if (include !== PAGES && Array.isArray(data) && data.length <= ROWS_OF_SHORT) return null;
        reply.raw.setTimeout(UNREAD_MS, () => reply.raw.destroy());
        return whenSent(reply.raw);
      })
    : (q || filter ? limiter.search : limiter.short)(key, task);
}

/** The organization that each account acted for last. It decides only the queue, never who they are. */
const LAST_ORGANIZATION = new Map<string, Id>();

/** Stores a person's organization for the queue of their next read. A person without one has their own queue. */
export function noteOrganization(
  { authUserId }: TokenSubject,
  known: Pick<KnownPerson, "activeOrganizationId" | "organizationPermissionId"> | null,
): void {
  if (known?.activeOrganizationId && known.organizationPermissionId !== null)
    LAST_ORGANIZATION.set(authUserId, known.activeOrganizationId);
  else LAST_ORGANIZATION.delete(authUserId);
}

/**
 * The queue of a read, known before a connection is taken: the organization that the token's person acted for, else
 * the person. Nothing in the request counts, or it could fill another organization's queue.
 */
export function limitKeyOf(
  { who }: Route["call"],
  subject: TokenSubject | null,
  { caller }: Pick<FastifyRequest, "caller">,
): string | null {
  if (who === "public" || !subject) return null;
  if (caller && "organizationId" in caller) return caller.organizationId;
  const isOfOrganization =
    who === "former-member" || who === "member" || who === "writer" || who === "signatory";
  return (isOfOrganization && LAST_ORGANIZATION.get(subject.authUserId)) || subject.authUserId;
}

/** limitKeyOf for a view of the portal as a client: that client's, if the pass is of this session. */
export function limitKeyOfView(
  deps: Pick<Deps, "secrets" | "clock">,
  { who }: Route["call"],
  subject: TokenSubject | null,
  pass: string,
): string | null {
  if (who === "public" || !subject) return null;
  return readViewPass(deps, subject.sessionId, pass)?.organizationId ?? subject.authUserId;
}

/** Whether a list is requested with many rows, or with their pages. */
function isLongAnswer({ page }: Route["call"], query: unknown): boolean {
  const { limit = Number.POSITIVE_INFINITY, include } = query as Criteria;
  return !(page instanceof z.ZodUndefined) && (limit > ROWS_OF_SHORT || include === PAGES);
}

/** An answer of HTTP/2 does not show it, but its stream does. */
function hasDisconnected(response: ServerResponse & { stream?: { destroyed: boolean } }): boolean {
  return response.stream?.destroyed ?? response.destroyed;
}

function whenSent(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    if (response.writableFinished || hasDisconnected(response)) resolve();
    response.once("finish", resolve);
    response.once("close", resolve);
  });
}
