import type { FastifyInstance } from "fastify";
import { AppError } from "../app-error.ts";

/** Refuses a request that names its host twice: a proxy and the portal could read different names. */
export function refuseTwoHosts(app: FastifyInstance): void {
  app.addHook("onRequest", async ({ raw }) => {
    const names = raw.rawHeaders.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase());
    if (names.filter((name) => name === "host" || name === ":authority").length > 1)
      throw new AppError("invalid", "The request has more than one Host header.");
  });
}
