import type { z } from "zod";
import type { Call } from "#contract/call.ts";
import type { Id } from "#domain/id.ts";
import type { AnyCaller, CallerByWho, ClientViewer } from "../access/gates.ts";
import type { Deps } from "../deps.ts";

/** The origin of a request, as evidence. */
export type Origin = { ipAddress: string; userAgent: string | null };

type CallRequest<C extends Call, Caller = CallerByWho[C["who"]]> = {
  deps: Deps;
  caller: Caller;
  params: z.output<C["params"]>;
  query: z.output<C["query"]>;
  body: z.output<C["body"]>;
  origin: Origin;
  /** The request's cookies, by which a browser is recognised. */
  cookies: string | undefined;
  /** With which the caller re-authenticates: the header `step-up`. */
  proof: string | null;
};

/** A request whose caller is admitted, and whose values match the schemas. */
export type HandledRequest = Omit<CallRequest<Call, AnyCaller>, "params" | "query" | "body"> & {
  params: unknown;
  query: unknown;
  body: unknown;
};

export type Answer = { data: unknown; page?: unknown };
type Handle = (request: HandledRequest) => Promise<Answer>;

/** A call and its handler, which returns the body of the answer. */
export type Route = {
  call: Call;
  handle: Handle;
  /** Answers an admin's view as a client. Without it `handle` does, and a call for one person refuses. */
  handleView?: Handle;
  /** Answers a view about the draft that it previews, in the company's scope. */
  handlePreview?: Handle;
  /** Works on what `handle` has read, outside of its transaction. Not on an answer of `handleView`. */
  finish?: (deps: Deps, read: unknown, isAwaited: () => boolean) => Promise<unknown>;
};

/** Requests reach a handler by its call alone, so they have the caller and the values that the call declares. */
function bound<C extends Call, Caller>(handle: (request: CallRequest<C, Caller>) => Promise<Answer>): Handle {
  return handle as unknown as Handle;
}

/** Binds a call of the contract to its handler, with the contract's types. */
export function route<C extends Call>(
  call: C,
  handle: (request: CallRequest<C>) => Promise<z.input<C["reply"]>>,
  handleView?: (request: CallRequest<C, ClientViewer>) => Promise<z.input<C["reply"]>>,
): Route {
  return listRoute(
    call,
    async (request) => ({ data: await handle(request) }),
    handleView && (async (request) => ({ data: await handleView(request) })),
  );
}

/** The handler of a call whose use case takes the id of its path and its body. */
export function byId<Caller, Body, Reply>(
  handle: (deps: Deps, caller: Caller, id: Id, body: Body) => Promise<Reply>,
): (request: { deps: Deps; caller: Caller; params: { id: Id }; body: Body }) => Promise<Reply> {
  return ({ deps, caller, params, body }) => handle(deps, caller, params.id, body);
}

/** route for a call about one document, which the preview of a draft answers as if the draft had been sent. */
export function previewRoute<C extends Call>(
  call: C,
  handle: (request: CallRequest<C>) => Promise<z.input<C["reply"]>>,
  handlePreview: (request: CallRequest<C, ClientViewer>) => Promise<z.input<C["reply"]>>,
): Route {
  return {
    ...route(call, handle),
    handlePreview: bound<C, ClientViewer>(async (request) => ({ data: await handlePreview(request) })),
  };
}

/** route for a slow read: `finish` works without a connection. `isAwaited` is false once the caller has left. */
export function slowRoute<C extends Call, Read>(
  call: C,
  read: (request: CallRequest<C>) => Promise<Read>,
  finish: (deps: Deps, read: Read, isAwaited: () => boolean) => Promise<z.input<C["reply"]>>,
): Route {
  return {
    call,
    handle: bound<C, CallerByWho[C["who"]]>(async (request) => ({ data: await read(request) })),
    finish: (deps, read, isAwaited) => finish(deps, read as Read, isAwaited),
  };
}

/** Binds a list call, whose answer has `page` if one page was requested. */
export function listRoute<C extends Call>(
  call: C,
  handle: (request: CallRequest<C>) => Promise<ListAnswer<C>>,
  handleView?: (request: CallRequest<C, ClientViewer>) => Promise<ListAnswer<C>>,
): Route {
  return { call, handle: bound(handle), ...(handleView && { handleView: bound(handleView) }) };
}

export type ListAnswer<C extends Call> = { data: z.input<C["reply"]>; page?: z.input<C["page"]> };
