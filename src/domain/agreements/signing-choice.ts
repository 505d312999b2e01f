import type { UserProfile } from "../account/user-profile.ts";
import type { Organization } from "../organizations/organization.ts";
import { mayWrite, type OrganizationPermission } from "../permissions/organization-permission.ts";

/** For whom a signed-in person signs, and what the form asks about it (spec 2 section 5). */
export type SigningChoice =
  | { kind: "organization"; organization: Organization }
  /** No organization is active: the person chooses one of these. */
  | { kind: "choose"; organizations: readonly Organization[] }
  /** The person may only read in the active organization, but sign for this one. */
  | { kind: "switch"; organization: Organization }
  /** The person signs for no organization here. A person without any may type the name of theirs. */
  | { kind: "self"; organization: Organization | null };

export function signingChoice(
  { userProfileId, activeOrganizationId }: Pick<UserProfile, "userProfileId" | "activeOrganizationId">,
  organizations: readonly Organization[],
  permissions: readonly OrganizationPermission[],
): SigningChoice {
  const own = organizations.filter((one) => mayWrite(permissions, userProfileId, one.organizationId));
  const active = organizations.find((one) => one.organizationId === activeOrganizationId);
  if (active && own.includes(active)) return { kind: "organization", organization: active };
  if (active && own.length > 0) return { kind: "switch", organization: active };
  if (own.length > 0) return { kind: "choose", organizations: own };
  return { kind: "self", organization: active ?? organizations[0] ?? null };
}
