import { Navigate, Outlet, ScrollRestoration } from "react-router";
import { useFollowSwitch } from "#web/account/follow-switch.ts";
import { ActingOrganization } from "#web/lib/acting-organization.ts";
import { usePerson } from "#web/lib/use-person.ts";
import { PATHS } from "#web/paths.ts";
import { ConnectionNotice } from "#web/ui/connection-notice.tsx";
import { ScreenName } from "#web/ui/screen-name.tsx";
import { Toasts } from "#web/ui/toasts.tsx";
import { FollowChanges } from "./follow-changes.tsx";
import { useCelebration } from "./use-celebration.ts";

/** Around every protected screen: provides the acting organization, follows live changes and shows toasts. */
export function SignedInLayout() {
  const { profile } = usePerson();
  useCelebration();
  useFollowSwitch();

  if (profile === null) return <Navigate to={PATHS.notAdmin} replace />;
  return (
    <ActingOrganization value={profile?.activeOrganizationId}>
      {profile ? <FollowChanges key={profile.activeOrganizationId} /> : null}
      <Outlet />
      <Toasts>
        <ConnectionNotice />
      </Toasts>
      <ScreenName />
      <ScrollRestoration />
    </ActingOrganization>
  );
}
