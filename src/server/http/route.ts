import type { z } from "zod";
import type { Call } from "#contract/call.ts";
import type { CallerByWho } from "../access/gates.ts";
import type { Deps } from "../deps.ts";

/** The origin of a request, as evidence. */
export type Origin = { ipAddress: string; userAgent: string | null };

type CallRequest<C extends Call, W extends keyof CallerByWho> = {
  deps: Deps;
  caller: CallerByWho[W];
  params: z.output<C["params"]>;
  query: z.output<C["query"]>;
  body: z.output<C["body"]>;
  origin: Origin;
};

/** A call and its handler, which returns the body of the answer. */
export type Route = { call: Call; handle: (asked: never) => Promise<{ data: unknown; page?: unknown }> };

/** Binds a call of the contract to its handler, with the contract's types. */
export function route<C extends Call>(
  call: C,
  handle: (asked: CallRequest<C, C["who"]>) => Promise<z.input<C["reply"]>>,
): Route {
  return { call, handle: async (asked) => ({ data: await handle(asked) }) };
}

/** Binds a list call, whose answer has `page` if it is asked for page by page. */
export function listRoute<C extends Call>(
  call: C,
  handle: (asked: CallRequest<C, C["who"]>) => Promise<ListAnswer<C>>,
): Route {
  return { call, handle };
}

export type ListAnswer<C extends Call> = { data: z.input<C["reply"]>; page?: z.input<C["page"]> };
