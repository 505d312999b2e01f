import { and, asc, eq } from "drizzle-orm";
import type { Id } from "#domain/id.ts";
import type {
  OrganizationPermission,
  OrganizationPermissionRequest,
} from "#domain/permissions/organization-permission.ts";
import type { Reader, Tx } from "../db/database.ts";
import { organizationPermissionRequests, organizationPermissions } from "./tables.ts";

const COLUMNS = {
  organizationPermissionId: organizationPermissions.organizationPermissionId,
  organizationId: organizationPermissions.organizationId,
  userId: organizationPermissions.userId,
  permissionType: organizationPermissions.permissionType,
};

export async function findPermissionsOf(
  reader: Reader,
  userProfileId: Id,
): Promise<OrganizationPermission[]> {
  return reader
    .select(COLUMNS)
    .from(organizationPermissions)
    .where(eq(organizationPermissions.userId, userProfileId))
    .orderBy(asc(organizationPermissions.organizationId));
}

export async function findPermissionsOfOrganization(
  reader: Reader,
  organizationId: Id,
): Promise<OrganizationPermission[]> {
  return reader
    .select(COLUMNS)
    .from(organizationPermissions)
    .where(eq(organizationPermissions.organizationId, organizationId))
    .orderBy(asc(organizationPermissions.createdAt), asc(organizationPermissions.organizationPermissionId));
}

export async function isMemberOf(reader: Reader, userProfileId: Id, organizationId: Id): Promise<boolean> {
  const found = await reader
    .select({ userId: organizationPermissions.userId })
    .from(organizationPermissions)
    .where(
      and(
        eq(organizationPermissions.userId, userProfileId),
        eq(organizationPermissions.organizationId, organizationId),
      ),
    );
  return found.length > 0;
}

/** The open requests of an organization, oldest first. */
export async function findPermissionRequests(
  reader: Reader,
  organizationId: Id,
): Promise<OrganizationPermissionRequest[]> {
  const rows = await reader
    .select()
    .from(organizationPermissionRequests)
    .where(eq(organizationPermissionRequests.organizationId, organizationId))
    .orderBy(asc(organizationPermissionRequests.createdAt));
  return rows.map(presentPermissionRequest);
}

/** Reads and locks all permissions of an organization until the transaction ends. */
export async function lockPermissionsOfOrganization(
  tx: Tx,
  organizationId: Id,
): Promise<OrganizationPermission[]> {
  return tx
    .select(COLUMNS)
    .from(organizationPermissions)
    .where(eq(organizationPermissions.organizationId, organizationId))
    .orderBy(asc(organizationPermissions.organizationPermissionId))
    .for("update");
}

export function presentPermissionRequest(
  row: typeof organizationPermissionRequests.$inferSelect,
): OrganizationPermissionRequest {
  const { organizationPermissionRequestId, organizationId, email, firstName, lastName, permissionType } = row;
  return {
    organizationPermissionRequestId,
    organizationId,
    userDetails: { email, firstName, lastName },
    permissionType,
  };
}
