import { and, eq } from "drizzle-orm";
import { isVerified } from "#domain/organizations/organization.ts";
import { AppError } from "../app-error.ts";
import type { Tx } from "../db/database.ts";
import { organizations } from "../organizations/tables.ts";
import { organizationPermissions } from "../permissions/tables.ts";
import type { Writer } from "./gates.ts";

/**
 * Asks once more, inside the transaction that acts on it, whether the writer still may. The permission is kept
 * from removal until the transaction ends: a removal comes wholly before the act, or wholly after it.
 */
export async function confirmWriter(tx: Tx, writer: Writer): Promise<void> {
  const [permission] = await tx
    .select({ permissionType: organizationPermissions.permissionType, status: organizations.status })
    .from(organizationPermissions)
    .innerJoin(organizations, eq(organizations.organizationId, organizationPermissions.organizationId))
    .where(
      and(
        eq(organizationPermissions.organizationPermissionId, writer.organizationPermissionId),
        eq(organizationPermissions.userId, writer.userProfileId),
      ),
    )
    .for("share");
  if (permission?.permissionType === "write" && isVerified(permission)) return;
  throw new AppError("forbidden", "Your permission to act for this organization has just been taken away.", {
    reason: "permission-gone",
  });
}
