import type { FastifyInstance, FastifyRequest } from "fastify";
import { LIVE_PATH } from "#contract/live.ts";
import { LIMIT_KINDS, type LimitKind } from "#domain/system/limits.ts";
import { isBusy } from "../access/limiter.ts";
import type { Deps, ProcessFigures } from "../deps.ts";
import { SIGN_IN_BASE } from "../identity/create-identity.ts";

/** Upper ends of the histogram, in seconds. */
const BUCKETS = [0.01, 0.05, 0.2, 1, 5];

export type RequestFigures = {
  /** By the first digit of the status: "2xx". */
  counts: Map<string, number>;
  /** How many took at most as long as each bucket. */
  buckets: { atMost: number; count: number }[];
  total: number;
  seconds: number;
};

/** Counts answers and their durations, and logs them by route: addresses may name people. `by` is the caller's id. */
export function countRequests(
  app: FastifyInstance,
  { process, clock }: Pick<Deps, "process" | "clock">,
): RequestFigures {
  const buckets = BUCKETS.map((atMost) => ({ atMost, count: 0 }));
  const figures: RequestFigures = { counts: new Map(), buckets, total: 0, seconds: 0 };
  app.addHook("onRequest", (request, reply, next) => {
    // With it, a person who reports a failure names its lines of the log.
    void reply.header("x-request-id", request.id);
    next();
  });
  app.addHook("onResponse", (request, reply, next) => {
    const seconds = reply.elapsedTime / 1000;
    const status = `${Math.trunc(reply.statusCode / 100)}xx`;
    figures.counts.set(status, (figures.counts.get(status) ?? 0) + 1);
    figures.total += 1;
    figures.seconds += seconds;
    for (const bucket of buckets) if (seconds <= bucket.atMost) bucket.count += 1;
    const limit = limitOf(request);
    if (limit !== null)
      process.refusals[limit] = { count: process.refusals[limit].count + 1, lastAt: clock() };
    const metrics = {
      method: request.method,
      route: request.routeOptions.url,
      status: reply.statusCode,
      seconds,
      by: request.caller && "userProfileId" in request.caller ? request.caller.userProfileId : null,
    };
    if (reply.statusCode < 400) request.log.debug(metrics, "Answered");
    else request.log.info(metrics, status === "4xx" ? "Refused" : "Failed");
    next();
  });
  return figures;
}

export function createProcessFigures(): ProcessFigures {
  const none = LIMIT_KINDS.map((kind) => [kind, { count: 0, lastAt: null }] as const);
  return {
    startedMs: performance.now(),
    openStreams: 0,
    refusals: Object.fromEntries(none) as ProcessFigures["refusals"],
  };
}

/** The limit that refused a request; null: none did. */
function limitOf({ failure, routeOptions: { url = "" } }: FastifyRequest): LimitKind | null {
  if (failure?.code === "unavailable") return isBusy(failure) ? "busy" : "unavailable";
  if (failure?.code !== "rate-limited") return null;
  if (url === LIVE_PATH) return "streams";
  return url.startsWith(SIGN_IN_BASE) ? "sign-in" : "requests";
}
