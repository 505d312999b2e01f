import { getProfile } from "#contract/account.ts";
import { listOrganizations, listPermissions } from "#contract/permissions.ts";
import { type AdminRole, mayActAs } from "#domain/account/admin-role.ts";
import type { UserProfile } from "#domain/account/user-profile.ts";
import { type OwnOrganization, verification } from "#domain/organizations/organization.ts";
import { type ListedRefusal, mayWrite } from "#domain/permissions/organization-permission.ts";
import { useCall } from "./use-call.ts";

export type Person = {
  /** Undefined while loading; null for a signed-in person without a profile. */
  profile: UserProfile | null | undefined;
  organizations: OwnOrganization[] | undefined;
  activeOrganization: OwnOrganization | undefined;
  /** True until profile and organizations are known. */
  isLoading: boolean;
  isOrgVerified: boolean;
  isAnotherOrgVerified: boolean;
  /** Undefined while loading. */
  canWrite: boolean | undefined;
  /** Why they cannot decide for the active organization despite write access; null: they can. */
  decisionRefusal: ListedRefusal | null;
  error: Error | undefined;
  retry: () => void;
};

/** The signed-in person, the organization they act for, and their permission there. */
export function usePerson(): Person {
  const profile = useCall(getProfile, {});
  const organizations = useCall(listOrganizations, {});
  const permissions = useCall(listPermissions, {});

  const activeId = profile.data?.activeOrganizationId ?? null;
  const isKnown = profile.data !== undefined && organizations.data !== undefined;
  return {
    profile: profile.data,
    organizations: organizations.data,
    activeOrganization: organizations.data?.find((one) => one.organizationId === activeId),
    isLoading: !isKnown,
    ...verification(organizations.data ?? [], activeId),
    canWrite:
      permissions.data && profile.data !== undefined
        ? mayWrite(permissions.data, profile.data?.userProfileId, activeId)
        : undefined,
    decisionRefusal:
      permissions.data?.find(
        (one) => one.organizationId === activeId && one.userId === profile.data?.userProfileId,
      )?.decisionRefusal ?? null,
    error: profile.error ?? organizations.error,
    retry: () => {
      for (const answer of [profile, organizations, permissions]) if (answer.error) void answer.mutate();
    },
  };
}

export function useMayActAs(role: AdminRole): boolean {
  return mayActAs(useCall(getProfile, {}).data?.adminRole ?? null, role);
}
