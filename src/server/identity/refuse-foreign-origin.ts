import type { IncomingHttpHeaders } from "node:http";
import { AppError } from "../app-error.ts";
import type { Deps } from "../deps.ts";
import type { Env } from "../env/read-env.ts";
import { perPortal } from "../limit-tasks.ts";

const FOREIGN_ORIGIN = new AppError("forbidden", "Sign-in is only possible from the portal's own pages.", {
  reason: "foreign-origin",
});

const LOOPBACK_NAMES = ["localhost", "127.0.0.1", "[::1]"];

/** Refuses what another site's page sends in a visitor's name. Programs send neither Origin nor cookie and may call. */
export function refuseForeignOrigin(
  env: Pick<Env, "publicUrl" | "isPublicUrlSet" | "isLoopback">,
  { method, headers }: { method: string; headers: IncomingHttpHeaders },
): void {
  if (method === "GET" || (headers.origin === undefined && headers.cookie === undefined)) return;
  const { origin, host } = headers;
  if (origin === new URL(env.publicUrl).origin) return;
  if (env.isLoopback && isSameLoopback(origin, host)) return;
  if (!env.isLoopback && !env.isPublicUrlSet && isSameHost(origin, host)) return;
  throw FOREIGN_ORIGIN;
}

const firstOf = perPortal(() => ({ isLogged: false }));

/** The same for a request of a portal, whose log has the first refusal: a wrong PUBLIC_URL lets no one sign in. */
export function requireOwnOrigin(
  deps: Pick<Deps, "env" | "log" | "process">,
  request: { method: string; headers: IncomingHttpHeaders },
): void {
  try {
    refuseForeignOrigin(deps.env, request);
  } catch (refusal) {
    const first = firstOf(deps);
    if (!first.isLogged)
      deps.log.warn({ page: request.headers.origin?.slice(0, 200) ?? null }, OTHER_ADDRESS);
    first.isLogged = true;
    throw refusal;
  }
}

const OTHER_ADDRESS =
  "A sign-in came from a page at another address than PUBLIC_URL, so it was refused. If people open the portal there, set " +
  "PUBLIC_URL to that address, with http or https as their browsers show it; otherwise another site sent it";

/** Without a configured address, the portal is reached at the host that the browser asks for. */
function isSameHost(origin: string | undefined, host: string | undefined): boolean {
  return host !== undefined && origin === `http://${host}`;
}

/** On a developer's machine the portal has several loopback names and any port. None of them can be another site. */
function isSameLoopback(origin: string | undefined, host: string | undefined): boolean {
  const name = host?.replace(/:\d+$/, "");
  return name !== undefined && LOOPBACK_NAMES.includes(name) && origin === `http://${host}`;
}
