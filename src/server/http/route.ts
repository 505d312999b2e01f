import type { z } from "zod";
import type { Call } from "#contract/call.ts";
import type { Deps } from "../deps.ts";
import type { Anyone, Member, Person, SignedIn, Writer } from "./gates.ts";

export type CallerByWho = {
  public: Anyone;
  "signed-in": SignedIn;
  person: Person;
  member: Member;
  writer: Writer;
};

/** Where a request came from, as evidence. */
export type Origin = { ipAddress: string; userAgent: string | null };

export type Asked<C extends Call, W extends keyof CallerByWho> = {
  deps: Deps;
  caller: CallerByWho[W];
  params: z.output<C["params"]>;
  query: z.output<C["query"]>;
  body: z.output<C["body"]>;
  origin: Origin;
};

/** A call with what answers it. The reply is what the contract's schema takes. */
export type Route = { call: Call; handle: (asked: never) => Promise<unknown> };

/** Binds a call of the contract to its answer, with the types that the contract states. */
export function route<C extends Call>(
  call: C,
  handle: (asked: Asked<C, C["who"]>) => Promise<z.input<C["reply"]>>,
): Route {
  return { call, handle };
}
