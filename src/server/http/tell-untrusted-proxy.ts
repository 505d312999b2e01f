import type { FastifyInstance } from "fastify";
import type { Deps } from "../deps.ts";

/** Says once that a proxy in front is not configured: all its clients would share one address and its limits. */
export function tellUntrustedProxy(app: FastifyInstance, { env, log }: Pick<Deps, "env" | "log">): void {
  let isTold = false;
  app.addHook("onRequest", ({ headers, socket }, _reply, next) => {
    next();
    const forwarded = headers["x-forwarded-for"];
    if (isTold || forwarded === undefined) return;
    const hops = String(forwarded).split(",").length;
    if (hops <= env.trustedProxies) return;
    isTold = true;
    log.warn(
      { from: socket.remoteAddress, hops, trusted: env.trustedProxies },
      "A request came with an X-Forwarded-For that is not trusted, so it counts for the address that sent it. " +
        "If proxies of yours stand in front, set TRUSTED_PROXIES to their number; otherwise a client made it up",
    );
  });
}
