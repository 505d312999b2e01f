import type { FastifyInstance } from "fastify";
import { AppError } from "../app-error.ts";
import type { Deps } from "../deps.ts";

const NOT_TRUSTED =
  "A request came with an X-Forwarded-For that is not trusted, so it counts for the address that sent it. " +
  "If proxies of yours stand in front, set TRUSTED_PROXIES to their number; otherwise a client made it up";
const TOO_MANY_TRUSTED =
  "A request came through fewer proxies than TRUSTED_PROXIES says, so its sender can choose the address that it counts " +
  "for. Set TRUSTED_PROXIES to the number of your proxies, and let only these reach the portal";

/**
 * Logs once each that TRUSTED_PROXIES is too small, so that all clients of a proxy share one address and its limits, or
 * too large, so that they escape all limits.
 */
export function logWrongProxies(app: FastifyInstance, { env, log }: Pick<Deps, "env" | "log">): void {
  const logged = new Set<string>();
  app.addHook("onRequest", ({ headers, socket }, _reply, next) => {
    next();
    const forwarded = headers["x-forwarded-for"];
    if (forwarded === undefined) return;
    const [hops, trusted] = [String(forwarded).split(",").length, env.trustedProxies];
    if (hops === trusted) return;
    const warning = hops > trusted ? NOT_TRUSTED : TOO_MANY_TRUSTED;
    if (logged.has(warning)) return;
    logged.add(warning);
    log.warn({ from: socket.remoteAddress, hops, trusted }, warning);
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
