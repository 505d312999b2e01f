import { type LoaderFunctionArgs, redirectDocument, replace } from "react-router";
import { isOnCompanySide, returnAddress } from "#web/lib/return-address.ts";
import { identityToken } from "#web/lib/session.ts";

/** A signed-in person skips the landing page and the sign-in. */
export async function leaveWhenSignedIn({ request }: LoaderFunctionArgs): Promise<null> {
  const token = await identityToken().catch(() => null);
  if (token === null) return null;
  const address = returnAddress(new URL(request.url).search);
  throw isOnCompanySide(address) ? redirectDocument(address) : replace(address);
}
