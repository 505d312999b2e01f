import type { Noun } from "../noun.ts";
import { COMPANY, change, lock, OF_PERSON, partOf, SIGNED_IN_ROLES, see } from "../rls/row-rules.ts";

export const noun: Noun = {
  rows: {
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
