import { useLoaderData, useLocation } from "react-router";
import { loginPath } from "#web/lib/return-address.ts";
import { identityToken } from "#web/lib/session.ts";
import { usePageTitle } from "#web/lib/use-page-title.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { UnexpectedError } from "#web/ui/unexpected-error.tsx";

/** Whether somebody is signed in; where that cannot be asked, nobody is. */
export async function loadSignedIn(): Promise<boolean> {
  return (await identityToken().catch(() => null)) !== null;
}

/** For every address without a screen alike: it may be there for somebody who is signed in. */
export function NotFoundPage() {
  const isSignedIn = useLoaderData<typeof loadSignedIn>();
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
