import { useEffect } from "react";
import { FollowSwitch } from "#web/account/follow-switch.ts";
import { ActingOrganization, useCachedOrganization } from "#web/lib/acting-organization.ts";
import { FollowChanges } from "#web/lib/follow-changes.ts";
import { Outlet } from "#web/lib/routing/router-view.tsx";
import { ScrollRestoration } from "#web/lib/routing/scroll-restoration.tsx";
import { useNavigate, useSearchParams } from "#web/lib/routing/use-routing.ts";
import { usePerson } from "#web/lib/use-person.ts";
import { PATHS } from "#web/paths.ts";
import { ConnectionNotice } from "#web/ui/connection-notice.tsx";
import { ScreenName } from "#web/ui/screen-frame.tsx";
import { SearchPlace } from "#web/ui/search-place.tsx";
import { Toasts } from "#web/ui/toasts.tsx";

/** Around every protected screen: provides the acting organization, follows live changes and shows toasts. */
export function SignedInLayout() {
  const { profile } = usePerson();
  useCelebration();
  useCachedOrganization(profile?.activeOrganizationId);

  if (profile === null) return <ToNotAdmin />;
  return (
    <ActingOrganization value={profile?.activeOrganizationId}>
      {profile ? <FollowSwitch /> : null}
      {profile ? <FollowChanges /> : null}
      {profile ? <SearchPlace load={loadSearch} /> : null}
      <Outlet />
      <Toasts>
        <ConnectionNotice />
      </Toasts>
      <ScreenName />
      <ScrollRestoration />
    </ActingOrganization>
  );
}

function ToNotAdmin() {
  const navigate = useNavigate();
  useEffect(() => void navigate(PATHS.notAdmin, { replace: true }), [navigate]);
  return null;
}

const loadSearch = async () => (await import("./client-search.tsx")).ClientSearch;

/** Throws confetti once for an address with success=true, then removes the parameter. */
function useCelebration(): void {
  const [params, setParams] = useSearchParams();
  const isDue = params.get("success") === "true";
  useEffect(() => {
    if (!isDue) return;
    let isGone = false;
    async function celebrate() {
      await import("./throw-confetti.ts")
        .then(({ throwConfetti }) => throwConfetti())
        .catch((error: unknown) => console.error("No confetti", error));
      if (isGone) return;
      setParams(
        (now) => {
          now.delete("success");
          return now;
        },
        { replace: true, preventScrollReset: true },
      );
    }
    void celebrate();
    return () => {
      isGone = true;
    };
  }, [isDue, setParams]);
}
