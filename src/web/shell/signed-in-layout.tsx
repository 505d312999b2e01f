import { useEffect } from "react";
import { Navigate, Outlet, ScrollRestoration, useLocation, useNavigate } from "react-router";
import { ActingOrganization } from "#web/lib/acting-organization.ts";
import { loginPath } from "#web/lib/return-address.ts";
import { onSessionEnd } from "#web/lib/session.ts";
import { usePerson } from "#web/lib/use-person.ts";
import { PATHS } from "#web/paths.ts";
import { Toasts } from "#web/ui/toasts.tsx";
import { FollowChanges } from "./follow-changes.tsx";
import { useCelebration } from "./use-celebration.ts";

/** Around every protected screen: who acts for whom, what has changed meanwhile, and where toasts appear. */
export function SignedInLayout() {
  const { profile } = usePerson();
  useReturnToSignIn();
  useCelebration();

  if (profile === null) return <Navigate to={PATHS.notAdmin} replace />;
  return (
    <ActingOrganization value={profile?.activeOrganizationId}>
      {profile ? <FollowChanges key={profile.activeOrganizationId} /> : null}
      <Outlet />
      <Toasts />
      <ScrollRestoration />
    </ActingOrganization>
  );
}

/** A session that ends while a screen is open leads to sign-in, and from there back to that screen. */
function useReturnToSignIn(): void {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  useEffect(
    () => onSessionEnd(() => void navigate(loginPath(pathname + search), { replace: true })),
    [navigate, pathname, search],
  );
}
