import { type LoaderFunctionArgs, replace } from "react-router";
import { getProfile } from "#contract/account.ts";
import { listOrganizations } from "#contract/organizations.ts";
import { listPermissions } from "#contract/permissions.ts";
import { loginPath } from "#web/lib/return-address.ts";
import { identityToken } from "#web/lib/session.ts";
import { prefetchCall } from "#web/lib/use-call.ts";

/** The guard of every protected address: without a token the way leads through sign-in and back here. */
export async function requireSignIn({ request }: LoaderFunctionArgs): Promise<null> {
  if ((await identityToken()) === null) {
    const { pathname, search } = new URL(request.url);
    throw replace(loginPath(pathname + search));
  }
  // Asked for while the screen's own code is still on its way.
  for (const what of [getProfile, listOrganizations, listPermissions]) prefetchCall(what);
  return null;
}
