import type { FastifyInstance } from "fastify";
import { AppError } from "../app-error.ts";

const HOST = /^(?:host|:authority)$/i;

/** Refuses a request that names its host twice: a proxy and the portal could read different names. */
export function refuseTwoHosts(app: FastifyInstance): void {
  app.addHook("onRequest", ({ raw: { rawHeaders } }, _reply, next) => {
    let names = 0;
    for (let at = 0; at < rawHeaders.length; at += 2) if (HOST.test(rawHeaders[at] ?? "")) names += 1;
    next(names > 1 ? new AppError("invalid", "The request has more than one Host header.") : undefined);
  });
}
