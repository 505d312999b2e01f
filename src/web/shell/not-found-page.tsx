import { isOnCompanySide, loginPath } from "#web/lib/return-address.ts";
import { type Redirect, replace } from "#web/lib/routing/route.ts";
import { useGuardData, useLocation } from "#web/lib/routing/use-routing.ts";
import { identityToken } from "#web/lib/session.ts";
import { usePageTitle } from "#web/lib/use-page-title.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { UnexpectedError } from "#web/ui/error-page.tsx";

/**
 * Whether a session exists; false if this is unknown. A visitor of the company's side is led through sign-in: the server
 * sends its page to the company's people alone.
 */
export async function loadSignedIn({ url }: { url: URL }): Promise<boolean | Redirect> {
  const token = await identityToken().catch(() => undefined);
  const address = url.pathname + url.search + url.hash;
  if (token === null && isOnCompanySide(address)) return replace(loginPath(address));
  return typeof token === "string";
}

/** Shown for every unknown address, also to signed-out visitors, for whom the address might exist after sign-in. */
export function NotFoundPage() {
  const isSignedIn = useGuardData<typeof loadSignedIn>();
  const { pathname, search, hash } = useLocation();
  usePageTitle("404 Not Found");
  return (
    <main>
      <UnexpectedError subtitle="404 Not Found" text={`No route matches URL "${pathname}"`}>
        {isSignedIn ? null : (
          <ButtonLink to={loginPath(pathname + search + hash)} tone="primary">
            Sign in
          </ButtonLink>
        )}
      </UnexpectedError>
    </main>
  );
}
