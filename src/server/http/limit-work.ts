import type { IncomingHttpHeaders } from "node:http";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { createVisitLimit, rateLimited } from "./rate-limit.ts";

/**
 * Requests of one network before a sign-in, except reads. An office of forty people sends some hundred. A known
 * browser has a limit of its own, so that its neighbours do not lock it out.
 */
const ANONYMOUS = { max: 1200, windowMs: 60_000 };
/** Changes of one person. The page that an editor writes is saved once a second at most. */
const CHANGES = { max: 10_000, windowMs: 10 * 60_000 };

const TOO_MANY_REQUESTS = "Your network sent too many requests, so this one wasn't read.";
const TOO_MANY_OF_BROWSER = "Your browser sent too many requests, so this one wasn't read.";
const TOO_MANY_CHANGES = "You made too many changes in a short time, so this one wasn't saved.";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The route changes nothing, whatever its method. */
    isReading?: boolean;
  }
}

type Known = {
  clock: () => Date;
  /** The id of a browser in which someone signed in; null for others. */
  knownBrowser: (headers: IncomingHttpHeaders) => string | null;
};

/** Limits requests before their bodies are read: by network, and changes by person. In memory, which costs least. */
export function limitWork(
  app: FastifyInstance,
  { clock, knownBrowser }: Known,
  { anonymous, changes } = { anonymous: ANONYMOUS, changes: CHANGES },
): void {
  const [ofNetwork, ofBrowser] = [createVisitLimit(anonymous), createVisitLimit(anonymous)];
  const ofPerson = createVisitLimit(changes);
  const refuse = (request: FastifyRequest) => {
    if (request.method === "GET" || request.method === "HEAD") return;
    const person = personOf(request);
    const isRead = person !== null && request.routeOptions.config.isReading;
    if (isRead) return;
    const browser = person === null ? knownBrowser(request.headers) : null;
    const refuseAfter = (words: string, seconds: number | null) => {
      if (seconds !== null) throw rateLimited(words, seconds);
    };
    if (person !== null) refuseAfter(TOO_MANY_CHANGES, ofPerson.countPerson(person, clock()));
    else if (browser !== null) refuseAfter(TOO_MANY_OF_BROWSER, ofBrowser.countPerson(browser, clock()));
    else refuseAfter(TOO_MANY_REQUESTS, ofNetwork.count(request.ip, clock()));
  };
  app.addHook("preParsing", async (request) => refuse(request));
}

function personOf({ caller }: FastifyRequest): string | null {
  if (!caller) return null;
  const known = "member" in caller && caller.who === "public" ? caller.member : caller;
  return known && "authUserId" in known ? known.authUserId : null;
}
