import type { FastifyInstance } from "fastify";
import { AppError } from "../app-error.ts";

/** Refuses a request with several Host headers, of which a proxy and the portal could read different ones. */
export function refuseTwoHosts(app: FastifyInstance): void {
  app.addHook("onRequest", async ({ raw }) => {
    const names = raw.rawHeaders.filter((_, at) => at % 2 === 0);
    if (names.filter((name) => name.toLowerCase() === "host").length > 1)
      throw new AppError("invalid", "The request has more than one Host header.");
  });
}
