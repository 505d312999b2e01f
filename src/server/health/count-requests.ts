import type { FastifyInstance } from "fastify";

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
export function countRequests(app: FastifyInstance): RequestFigures {
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
