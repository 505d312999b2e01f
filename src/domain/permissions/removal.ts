import type { Id } from "../id.ts";
import type { OrganizationPermission } from "./organization-permission.ts";

/** What a writer is told who would leave the organization without anybody who may act for it. */
export const LAST_WRITER_STAYS =
  "This is the last person with write permission. Give it to somebody else before you remove it.";

/** Whether nobody of the organization could act for it without this permission. */
export function isLastWriter(
  permissions: readonly OrganizationPermission[],
  organizationPermissionId: Id,
): boolean {
  const writers = permissions.filter((one) => one.permissionType === "write");
  return writers.length === 1 && writers[0]?.organizationPermissionId === organizationPermissionId;
}
