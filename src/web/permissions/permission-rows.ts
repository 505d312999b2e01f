import { displayName, type UserProfile } from "#domain/account/user-profile.ts";
import type { Id } from "#domain/id.ts";
import type {
  ListedPermission,
  OrganizationPermissionRequest,
  PermissionType,
} from "#domain/permissions/organization-permission.ts";

/** A row of the table: a person's permission, or a pending request. */
export type PermissionRow = {
  rowId: string;
  userName: string;
  email: string | null;
  permissionType: PermissionType;
  isPending: boolean;
  /** Null for a request. */
  organizationPermissionId: Id | null;
  userId: Id | null;
  /** The end of the hold on their decisions; null: no hold. */
  decisionsHeldUntil: string | null;
};

const UNKNOWN_USER = "Unknown User";

export function permissionRows(
  permissions: readonly ListedPermission[],
  profiles: readonly UserProfile[],
  requests: readonly OrganizationPermissionRequest[],
): PermissionRow[] {
  const profileById = new Map(profiles.map((profile) => [profile.userProfileId, profile]));
  const granted = permissions.map(({ organizationPermissionId, userId, permissionType, decisionRefusal }) => {
    const profile = profileById.get(userId);
    return {
      rowId: organizationPermissionId,
      userName: profile ? displayName(profile) : UNKNOWN_USER,
      email: profile?.email ?? null,
      permissionType,
      isPending: false,
      organizationPermissionId,
      userId,
      decisionsHeldUntil: decisionRefusal?.until ?? null,
    };
  });
  const requested = requests.map(({ organizationPermissionRequestId, userDetails, permissionType }) => ({
    rowId: organizationPermissionRequestId,
    userName: displayName(userDetails),
    email: userDetails.email,
    permissionType,
    isPending: true,
    organizationPermissionId: null,
    userId: null,
    decisionsHeldUntil: null,
  }));
  return [...granted, ...requested].sort((one, other) => one.userName.localeCompare(other.userName, "en"));
}
