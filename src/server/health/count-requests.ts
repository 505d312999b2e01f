import type { FastifyInstance, FastifyRequest } from "fastify";

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

/**
 * Counts answers and how long they took. The log tells of each that refuses or fails, and at the level debug of all
 * others, without their addresses, which may name people. `by` is the id of the caller if they are known.
 */
export function countRequests(app: FastifyInstance): RequestFigures {
  const buckets = BUCKETS.map((atMost) => ({ atMost, count: 0 }));
  const figures: RequestFigures = { counts: new Map(), buckets, total: 0, seconds: 0 };
  app.addHook("onRequest", (request, reply, next) => {
    // Anyone who reports a failure can name its lines of the log.
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
      by: callerOf(request),
    };
    if (status === "4xx") request.log.info(metrics, "Refused");
    else if (status === "5xx") request.log.info(metrics, "Failed");
    else request.log.debug(metrics, "Answered");
    next();
  });
  return figures;
}

/** The id of the caller's profile; null for everybody else. */
function callerOf({ caller }: FastifyRequest): string | null {
  return caller && "userProfileId" in caller ? caller.userProfileId : null;
}
