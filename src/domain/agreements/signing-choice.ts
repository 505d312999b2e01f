import type { UserProfile } from "../account/user-profile.ts";
import type { Id } from "../id.ts";
import type { Organization } from "../organizations/organization.ts";
import {
  type ListedPermission,
  type ListedRefusal,
  mayWrite,
} from "../permissions/organization-permission.ts";

/** For whom a signed-in person signs, and what the form asks about it (spec 2 section 5). */
export type SigningChoice =
  | { kind: "organization"; organization: Organization }
  /** No organization is active: the person chooses one of these. */
  | { kind: "choose"; organizations: readonly Organization[] }
  /** The person cannot sign for the active organization, but for another one. */
  | { kind: "switch"; organization: Organization; refusal: ListedRefusal | null }
  /** The person signs for no organization here. A person without any may type the name of theirs. */
  | { kind: "self"; organization: Organization | null; refusal: ListedRefusal | null };

export function signingChoice(
  { userProfileId, activeOrganizationId }: Pick<UserProfile, "userProfileId" | "activeOrganizationId">,
  organizations: readonly Organization[],
  permissions: readonly ListedPermission[],
): SigningChoice {
  const refusalFor = (organizationId: Id | undefined) =>
    permissions.find((one) => one.organizationId === organizationId)?.decisionRefusal ?? null;
  const writing = organizations.filter((one) => mayWrite(permissions, userProfileId, one.organizationId));
  const own = writing.filter((one) => refusalFor(one.organizationId) === null);
  const active = organizations.find((one) => one.organizationId === activeOrganizationId);
  if (active && own.includes(active)) return { kind: "organization", organization: active };
  if (active && own.length > 0)
    return { kind: "switch", organization: active, refusal: refusalFor(active.organizationId) };
  if (own.length > 0) return { kind: "choose", organizations: own };
  const organization = active ?? writing[0] ?? organizations[0] ?? null;
  return { kind: "self", organization, refusal: refusalFor(organization?.organizationId) };
}
