import { eq } from "drizzle-orm";
import type { z } from "zod";
import type * as calls from "#contract/account.ts";
import type { UserProfile } from "#domain/account/user-profile.ts";
import { change } from "../access/change.ts";
import type { Person } from "../access/gates.ts";
import { AppError } from "../app-error.ts";
import type { Deps } from "../deps.ts";
import { userProfiles } from "../schema/account.ts";
import { findProfile, isMemberOf } from "./queries.ts";

type Changes = z.output<typeof calls.updateProfile.body>;

/** A sign-in by an issuer acts for one side, and the name is shown on all. */
const ONE_SIDE = new AppError(
  "forbidden",
  "You signed in with single sign-on, which acts for one side of the portal only, and your name may be shown on several. To change it, sign in with your password or passkey.",
  { reason: "limited-sign-in" },
);

/** Changes the caller's own profile. Another person's organization answers like a missing one. */
export async function updateProfile(deps: Deps, person: Person, request: Changes): Promise<UserProfile> {
  const { userProfileId, ...changes } = request;
  if (userProfileId !== undefined && userProfileId !== person.userProfileId) {
    throw new AppError("not-found", "There is no such profile.");
  }
  const renames = changes.firstName !== undefined || changes.lastName !== undefined;
  if (renames && person.limitedTo !== null) throw ONE_SIDE;
  return change(deps, person, async ({ tx, record }) => {
    const organizationId = changes.activeOrganizationId;
    if (organizationId !== undefined && !(await isMemberOf(tx, person.userProfileId, organizationId))) {
      throw new AppError("not-found", "There is no such organization.");
    }
    if (Object.keys(changes).length > 0) {
      await tx.update(userProfiles).set(changes).where(eq(userProfiles.userProfileId, person.userProfileId));
      await record({
        action: "profile.update",
        organizationId: organizationId ?? person.activeOrganizationId,
        subjectId: person.userProfileId,
        details: changes,
      });
      if (organizationId !== undefined) {
        // The person's other browsers follow.
        await deps.live.publish(tx, { person: person.userProfileId }, { kind: "switch", id: organizationId });
      }
    }
    const profile = await findProfile(tx, person.userProfileId);
    if (!profile) throw new Error("A caller without a profile was let through.");
    return profile;
  });
}
