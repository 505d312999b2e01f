import type { Id } from "../id.ts";
import type { OrganizationPermission } from "./organization-permission.ts";

/** The message for a writer who would leave the organization without any writer. */
export const LAST_WRITER_STAYS = "This is the only person with write access. Request another writer first.";

/** Whether this permission is the organization's last write permission. */
export function isLastWriter(
  permissions: readonly OrganizationPermission[],
  organizationPermissionId: Id,
): boolean {
  const writers = permissions.filter((one) => one.permissionType === "write");
  return writers.length === 1 && writers[0]?.organizationPermissionId === organizationPermissionId;
}
