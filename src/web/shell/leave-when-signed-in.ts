import { isOnCompanySide, returnAddress } from "#web/lib/return-address.ts";
import { type Redirect, redirectDocument, replace } from "#web/lib/routing/route.ts";
import { identityToken } from "#web/lib/session.ts";

/** A signed-in person skips the landing page and the sign-in. */
export async function leaveWhenSignedIn({ url }: { url: URL }): Promise<Redirect | null> {
  const token = await identityToken().catch(() => null);
  if (token === null) return null;
  const address = returnAddress(url.search);
  return isOnCompanySide(address) ? redirectDocument(address) : replace(address);
}
