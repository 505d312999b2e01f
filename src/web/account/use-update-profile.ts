import { getProfile, updateProfile } from "#contract/account.ts";
import type { UserProfile } from "#domain/account/user-profile.ts";
import { call, type Input } from "#web/lib/call.ts";
import { renewIdentityToken } from "#web/lib/session.ts";
import { forgetOrganizations, refetchPersonal, useCached } from "#web/lib/use-call.ts";

type Changes = Input<typeof updateProfile>["body"];

let switching = 0;

/** Whether this page itself is switching, so that it need not follow the switch. */
export function isSwitchingHere(): boolean {
  return switching > 0;
}

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
