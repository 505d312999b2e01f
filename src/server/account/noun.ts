import * as calls from "#contract/account.ts";
import * as mailCalls from "#contract/admin/mail.ts";
import * as adminCalls from "#contract/admin/people.ts";
import { AppError } from "../app-error.ts";
import { type Route, route } from "../http/route.ts";
import type { Noun } from "../noun.ts";
import { COMPANY, change, lock, OF_PERSON, partOf, SIGNED_IN_ROLES, see } from "../rls/row-rules.ts";
import { changeMailChoices, getMailChoices } from "./mail-choices.ts";
import { findAdmins, findProfile, findProfilesOfOrganization, isMemberOf } from "./queries.ts";
import { updateProfile } from "./update-profile.ts";

export const noun: Noun = {
  actions: { people: { "mail.choose": "chose which emails they get" } },
  rows: {
    mail_choices: [...COMPANY],
    user_profiles: [
      see(
        SIGNED_IN_ROLES,
        `${OF_PERSON} or ${partOf("organization_permissions", "user_id", "user_profile_id")}`,
      ),
      // The company's own people, who are mailed about decisions.
      see(["writer"], "admin_role is not null"),
      change(["person"], OF_PERSON, ["first_name", "last_name", "active_organization_id"]),
      lock(["member"], OF_PERSON, "user_profile_id"),
      // Who lifts a hold of decisions locks the person whose sign-in was changed. Writers are among these people
      // themselves.
      lock(["writer"], partOf("organization_permissions", "user_id", "user_profile_id"), "user_profile_id"),
      ...COMPANY,
    ],
  },
};

export const routes: Route[] = [
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
  route(mailCalls.getMailChoices, ({ deps, caller }) => getMailChoices(deps.db, caller)),
  route(mailCalls.changeMailChoices, ({ deps, caller, body }) => changeMailChoices(deps, caller, body)),
];
