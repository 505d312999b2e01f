import type { AdminRole } from "#domain/account/admin-role.ts";
import type { Id } from "#domain/id.ts";
import type { Organization } from "#domain/organizations/organization.ts";
import type { PermissionType } from "#domain/permissions/organization-permission.ts";
import type { Database } from "../db/database.ts";
import type { TokenSubject } from "../identity/verify-token.ts";

/** As the database's function tells it (wall/functions.ts): there is no scope before it is known who asks. */
export type KnownPerson = {
  authUserId: string;
  sessionId: string;
  userProfileId: Id | null;
  firstName: string | null;
  lastName: string | null;
  email: string | null;
  adminRole: AdminRole | null;
  activeOrganizationId: Id | null;
  organizationPermissionId: Id | null;
  permissionType: PermissionType | null;
  organizationName: string | null;
  status: Organization["status"] | null;
};

/**
 * What the database says now of the person behind a token: their profile, and what they may do in the organization
 * that is active for them. Null when the session that the token was made from has ended.
 */
export async function readPerson(
  { pool }: Pick<Database, "pool">,
  { authUserId, sessionId }: TokenSubject,
  now: Date,
): Promise<KnownPerson | null> {
  const { rows } = await pool.query<Omit<KnownPerson, "sessionId">>({
    // Named, so that a connection prepares it once: it runs on every call.
    name: "counterpart_caller",
    text: "select * from counterpart_caller($1, $2, $3)",
    values: [sessionId, authUserId, now.toISOString()],
  });
  return rows[0] ? { ...rows[0], sessionId } : null;
}
