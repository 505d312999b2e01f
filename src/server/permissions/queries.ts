import { asc, eq, sql } from "drizzle-orm";
import { refuseDecision } from "#domain/access/two-sides.ts";
import type { AdminRole } from "#domain/account/admin-role.ts";
import type { Id } from "#domain/id.ts";
import type {
  ListedPermission,
  OrganizationPermission,
  OrganizationPermissionRequest,
} from "#domain/permissions/organization-permission.ts";
import type { DbOrTx, Tx } from "../db/database.ts";
import { userProfiles } from "../schema/account.ts";
import { organizationPermissionRequests, organizationPermissions } from "../schema/permissions.ts";

const COLUMNS = {
  organizationPermissionId: organizationPermissions.organizationPermissionId,
  organizationId: organizationPermissions.organizationId,
  userId: organizationPermissions.userId,
  permissionType: organizationPermissions.permissionType,
};

/** A person's permissions in every organization, with the reason why they may not decide there. */
export async function findPermissionsOf(
  reader: DbOrTx,
  userProfileId: Id,
  now: Date,
): Promise<ListedPermission[]> {
  const rows = await selectListed(reader, now)
    .where(eq(organizationPermissions.userId, userProfileId))
    .orderBy(asc(organizationPermissions.organizationId));
  return rows.map(presentPermission);
}

export async function findPermissionsOfOrganization(
  reader: DbOrTx,
  organizationId: Id,
  now: Date,
): Promise<ListedPermission[]> {
  const rows = await selectListed(reader, now)
    .where(eq(organizationPermissions.organizationId, organizationId))
    .orderBy(asc(organizationPermissions.createdAt), asc(organizationPermissions.organizationPermissionId));
  return rows.map(presentPermission);
}

function selectListed(reader: DbOrTx, now: Date) {
  return reader
    .select({
      permission: COLUMNS,
      adminRole: userProfiles.adminRole,
      decisionsHeldUntil: decisionsHeldUntil(now),
    })
    .from(organizationPermissions)
    .leftJoin(userProfiles, eq(userProfiles.userProfileId, organizationPermissions.userId))
    .$dynamic();
}

/** The end of the hold on the decisions of a permission's person (rls/functions.ts). */
export function decisionsHeldUntil(now: Date) {
  const { userId, organizationId } = organizationPermissions;
  const at = sql`${now.toISOString()}::timestamptz`;
  return sql<Date | string | null>`counterpart_decisions_held_until(${userId}, ${organizationId}, ${at})`;
}

type ListedRow = {
  permission: OrganizationPermission;
  adminRole: AdminRole | null;
  decisionsHeldUntil: Date | string | null;
};

export function presentPermission({ permission, adminRole, ...row }: ListedRow): ListedPermission {
  const decisionsHeldUntil = row.decisionsHeldUntil === null ? null : new Date(row.decisionsHeldUntil);
  const reason =
    permission.permissionType === "write" ? refuseDecision({ adminRole, decisionsHeldUntil }) : null;
  const until = reason === "decisions-held" ? (decisionsHeldUntil?.toISOString() ?? null) : null;
  return { ...permission, decisionRefusal: reason && { reason, until } };
}

/** The open requests of an organization, oldest first. */
export async function findPermissionRequests(
  reader: DbOrTx,
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
