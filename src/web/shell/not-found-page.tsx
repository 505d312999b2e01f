import { loginPath } from "#web/lib/return-address.ts";
import { useGuardData, useLocation } from "#web/lib/routing/use-routing.ts";
import { identityToken } from "#web/lib/session.ts";
import { usePageTitle } from "#web/lib/use-page-title.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { UnexpectedError } from "#web/ui/error-page.tsx";

/** Whether a session exists; false if this is unknown. */
export async function loadSignedIn(): Promise<boolean> {
  return (await identityToken().catch(() => null)) !== null;
}

/** Shown for every unknown address, also to signed-out visitors, for whom the address might exist after sign-in. */
export function NotFoundPage() {
  const isSignedIn = useGuardData<typeof loadSignedIn>();
  const { pathname, search } = useLocation();
  usePageTitle("404 Not Found");
  return (
    <main>
      <UnexpectedError subtitle="404 Not Found" text={`No route matches URL "${pathname}"`}>
        {isSignedIn ? null : (
          <ButtonLink to={loginPath(pathname + search)} tone="primary">
            Sign in
          </ButtonLink>
        )}
      </UnexpectedError>
    </main>
  );
}
