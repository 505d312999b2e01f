import * as calls from "#contract/account.ts";
import * as adminCalls from "#contract/admin/people.ts";
import { AppError } from "../app-error.ts";
import { type Route, route } from "../http/route.ts";
import { findAdmins, findProfile, findProfilesOfOrganization, isMemberOf } from "./queries.ts";
import { updateProfile } from "./update-profile.ts";

export const accountRoutes: Route[] = [
  route(
    calls.getProfile,
    async ({ caller }) => caller.profile,
    async ({ deps, caller: { userProfileId, organizationId } }) => {
      const profile = await findProfile(deps.db, userProfileId);
      return profile && { ...profile, activeOrganizationId: organizationId, adminRole: null };
    },
  ),
  route(calls.updateProfile, ({ deps, caller, body }) => updateProfile(deps, caller, body)),
  route(
    calls.listProfilesOfOrganization,
    async ({ deps, caller, params }) => {
      const isMember = await isMemberOf(deps.db, caller.userProfileId, params.organizationId);
      if (!isMember) throw new AppError("not-found", "There is no such organization.");
      return findProfilesOfOrganization(deps.db, params.organizationId);
    },
    async ({ deps, caller, params }) => {
      if (caller.organizationId !== params.organizationId)
        throw new AppError("not-found", "There is no such organization.");
      return findProfilesOfOrganization(deps.db, params.organizationId);
    },
  ),
  route(adminCalls.listAdmins, ({ deps }) => findAdmins(deps.db)),
];
