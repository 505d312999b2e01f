import { useEffect, useEffectEvent } from "react";
import { getProfile, updateProfile } from "#contract/account.ts";
import type { UserProfile } from "#domain/account/user-profile.ts";
import type { Id } from "#domain/id.ts";
import { onSwitchReported, useActingOrganization } from "#web/lib/acting-organization.ts";
import { call, type Input } from "#web/lib/call.ts";
import { renewIdentityToken } from "#web/lib/session.ts";
import { forgetOrganizations, refetchPersonal, useCached } from "#web/lib/use-call.ts";
import { useLive } from "#web/lib/use-live.ts";

type Changes = Input<typeof updateProfile>["body"];

/** The switches that this page itself is making, and so need not follow. */
let switching = 0;

/** Saves the profile and updates the cache. If the organization changed, all answers on screen are fetched again. */
export function useUpdateProfile(): (profile: UserProfile, changes: Changes) => Promise<UserProfile> {
  const cached = useCached();
  return async (profile, changes) => {
    switching += 1;
    try {
      const changed = await call(updateProfile, {
        body: { userProfileId: profile.userProfileId, ...changes },
      });
      const isSwitched = changed.activeOrganizationId !== profile.activeOrganizationId;
      if (isSwitched) {
        await renewIdentityToken();
        forgetOrganizations();
      }
      await cached.replace(getProfile, {}, changed);
      // The switch is done. The other queries refetch in the background.
      if (isSwitched) void refetchPersonal(getProfile);
      return changed;
    } finally {
      // Not before the screen has rendered the switch.
      setTimeout(() => {
        switching -= 1;
      });
    }
  };
}

/** Follows a switch in another window or browser. */
export function FollowSwitch() {
  const cached = useCached();
  const acting = useActingOrganization();

  async function follow(organizationId?: Id) {
    if (switching > 0 || organizationId === acting) return;
    const profile = await call(getProfile);
    if (profile === null || profile.activeOrganizationId === acting) return;
    forgetOrganizations();
    await cached.replace(getProfile, {}, profile);
    await refetchPersonal(getProfile);
  }

  // Without an id the profile is fetched. Without a connection the page catches up when the live stream is back.
  const followLater = (organizationId?: Id) => {
    follow(organizationId).catch((error: unknown) =>
      console.info("A switch could not be followed yet", error),
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
