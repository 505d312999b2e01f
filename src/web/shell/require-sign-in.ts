import { getProfile } from "#contract/account.ts";
import { listOrganizations, listPermissions } from "#contract/permissions.ts";
import { loginPath } from "#web/lib/return-address.ts";
import { type Redirect, replace } from "#web/lib/routing/route.ts";
import { identityToken } from "#web/lib/session.ts";
import { cacheFirstAnswers, prefetchCall } from "#web/lib/use-call.ts";

/** The guard of every protected address. Without a token it leads through sign-in and back. */
export async function requireSignIn({ url }: { url: URL }): Promise<Redirect | null> {
  if ((await identityToken()) === null) return replace(loginPath(url.pathname + url.search + url.hash));
  cacheFirstAnswers();
  // Fetched while the screen's code is still loading.
  for (const what of [getProfile, listOrganizations, listPermissions]) prefetchCall(what);
  return null;
}
