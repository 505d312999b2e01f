import type { IncomingHttpHeaders } from "node:http";
import type { Env } from "../env.ts";
import { FOREIGN_ORIGIN } from "./sign-in-failure.ts";

const LOOPBACK_NAMES = ["localhost", "127.0.0.1", "[::1]"];

/**
 * Refuses what another site's page sends in a visitor's name. A program sends no Origin and no cookie and may ask;
 * a browser says where its page is from, and that must be the portal's own address.
 */
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

/** Where nobody has said under which address the portal is reached, it is the one that the browser asks. */
function isSameHost(origin: string | undefined, host: string | undefined): boolean {
  return host !== undefined && origin === `http://${host}`;
}

/** On a developer's machine the portal answers under several names and any port; none of them can be another site. */
function isSameLoopback(origin: string | undefined, host: string | undefined): boolean {
  const name = host?.replace(/:\d+$/, "");
  return name !== undefined && LOOPBACK_NAMES.includes(name) && origin === `http://${host}`;
}
