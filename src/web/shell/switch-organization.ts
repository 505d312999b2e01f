import { updateProfile } from "#contract/account.ts";
import type { UserProfile } from "#domain/account/user-profile.ts";
import type { Id } from "#domain/id.ts";
import { call } from "#web/lib/call.ts";
import { renewIdentityToken } from "#web/lib/session.ts";

/** Makes another organization of the person the active one; the answer is the profile as it is then. */
export async function switchOrganization(profile: UserProfile, organizationId: Id): Promise<UserProfile> {
  const changed = await call(updateProfile, {
    body: { userProfileId: profile.userProfileId, activeOrganizationId: organizationId },
  });
  await renewIdentityToken();
  return changed;
}
