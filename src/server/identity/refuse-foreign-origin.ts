import type { IncomingHttpHeaders } from "node:http";
import { AppError } from "../app-error.ts";
import type { Env } from "../env/read-env.ts";

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

/** Without a configured address, the portal is reached at the host that the browser asks for. */
function isSameHost(origin: string | undefined, host: string | undefined): boolean {
  return host !== undefined && origin === `http://${host}`;
}

/** On a developer's machine the portal has several loopback names and any port. None of them can be another site. */
function isSameLoopback(origin: string | undefined, host: string | undefined): boolean {
  const name = host?.replace(/:\d+$/, "");
  return name !== undefined && LOOPBACK_NAMES.includes(name) && origin === `http://${host}`;
}
