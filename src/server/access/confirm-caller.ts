import { sql } from "drizzle-orm";
import { type Caller, refuseAccess } from "#domain/access/access.ts";
import type { AdminRole } from "#domain/account/admin-role.ts";
import type { Id } from "#domain/id.ts";
import { isVerified, type Organization } from "#domain/organizations/organization.ts";
import type { PermissionType } from "#domain/permissions/organization-permission.ts";
import { AppError } from "../app-error.ts";
import type { Tx } from "../db/database.ts";
import type { AnyCaller, Anyone } from "./gates.ts";

/** Everybody but visitors: who has a right that can be taken away. */
type Entitled = Exclude<AnyCaller, Anyone>;

/** As the database's function tells it (wall/functions.ts). */
type Confirmed = {
  userProfileId: Id | null;
  adminRole: AdminRole | null;
  permissionType: PermissionType | null;
  status: Organization["status"] | null;
};

/**
 * Asks once more, inside the transaction that acts on it, whether the caller still may. What they may by (session,
 * role, permission, organization) is locked until the transaction ends: a removal comes wholly before or after.
 */
export async function confirmCaller(tx: Tx, caller: Entitled, at: Date): Promise<void> {
  const { sessionId, authUserId } = caller;
  const permissionId = "organizationPermissionId" in caller ? caller.organizationPermissionId : null;
  const isAdmin = "role" in caller;
  const { rows } = await tx.execute<Confirmed>(
    sql`select * from counterpart_confirm_caller(${sessionId}, ${authUserId}, ${permissionId}, ${isAdmin}, ${at.toISOString()})`,
  );
  const refusal = refuseAccess(caller.who, toCaller(caller, rows[0]));
  if (refusal === null) return;
  if (refusal === "unauthenticated")
    throw new AppError("unauthenticated", "Your sign-in has just ended. Nothing was changed.");
  const message = "Your permission to do this has just been taken away. Nothing was changed.";
  throw new AppError("forbidden", message, { reason: "permission-gone" });
}

function toCaller(caller: Entitled, confirmed: Confirmed | undefined): Caller {
  return {
    isSignedIn: confirmed !== undefined,
    userProfileId: confirmed?.userProfileId ?? null,
    adminRole: confirmed?.adminRole ?? null,
    activeOrganizationId: "organizationId" in caller ? caller.organizationId : null,
    isOrganizationVerified: confirmed?.status ? isVerified({ status: confirmed.status }) : false,
    permissionType: confirmed?.permissionType ?? null,
  };
}
