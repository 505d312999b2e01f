import type { FastifyInstance } from "fastify";
import { AppError } from "../app-error.ts";
import type { Deps } from "../deps.ts";

/** Logs once that a proxy in front is not configured: all its clients would share one address and its limits. */
export function logUntrustedProxy(app: FastifyInstance, { env, log }: Pick<Deps, "env" | "log">): void {
  let isLogged = false;
  app.addHook("onRequest", ({ headers, socket }, _reply, next) => {
    next();
    const forwarded = headers["x-forwarded-for"];
    if (isLogged || forwarded === undefined) return;
    const hops = String(forwarded).split(",").length;
    if (hops <= env.trustedProxies) return;
    isLogged = true;
    log.warn(
      { from: socket.remoteAddress, hops, trusted: env.trustedProxies },
      "A request came with an X-Forwarded-For that is not trusted, so it counts for the address that sent it. " +
        "If proxies of yours stand in front, set TRUSTED_PROXIES to their number; otherwise a client made it up",
    );
  });
}

const HOST = /^(?:host|:authority)$/i;

/** Refuses a request that names its host twice: a proxy and the portal could read different names. */
export function refuseTwoHosts(app: FastifyInstance): void {
  app.addHook("onRequest", ({ raw: { rawHeaders } }, _reply, next) => {
    let names = 0;
    for (let at = 0; at < rawHeaders.length; at += 2) if (HOST.test(rawHeaders[at] ?? "")) names += 1;
    next(names > 1 ? new AppError("invalid", "The request has more than one Host header.") : undefined);
  });
}
