import { useEffect, useEffectEvent } from "react";
import { getProfile } from "#contract/account.ts";
import type { Id } from "#domain/id.ts";
import { onSwitchReported, useActingOrganization } from "#web/lib/acting-organization.ts";
import { call } from "#web/lib/call.ts";
import { forgetOrganizations, refetchPersonal, useCached } from "#web/lib/use-call.ts";
import { useLive } from "#web/lib/use-live.ts";
import { isSwitchingHere } from "./use-update-profile.ts";

/** Follows a switch in another window or browser. */
export function FollowSwitch() {
  const cached = useCached();
  const acting = useActingOrganization();

  async function follow(organizationId?: Id) {
    if (isSwitchingHere() || organizationId === acting) return;
    const profile = await call(getProfile);
    if (profile === null || profile.activeOrganizationId === acting) return;
    forgetOrganizations();
    await cached.replace(getProfile, {}, profile);
    await refetchPersonal(getProfile);
  }

  // Without an id the profile is fetched. Without a connection the page catches up when the live stream is back.
  const followLater = (organizationId?: Id) => {
    follow(organizationId).catch((error: unknown) =>
      console.info("A switch couldn't be followed yet", error),
    );
  };
  const onReported = useEffectEvent(() => followLater());
  useEffect(() => onSwitchReported(() => onReported()), []);
  useLive(
    (event) => {
      if (event.kind === "switch") followLater(event.id);
    },
    () => followLater(),
  );
  return null;
}
