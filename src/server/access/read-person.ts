import { and, eq, gt, sql } from "drizzle-orm";
import { userProfiles } from "../account/tables.ts";
import type { Db } from "../db/database.ts";
import type { TokenSubject } from "../identity/identity.ts";
import { authSessions } from "../identity/tables.ts";
import { organizations } from "../organizations/tables.ts";
import { organizationPermissions } from "../permissions/tables.ts";

export type KnownPerson = Awaited<ReturnType<PersonQuery["execute"]>>[number];

type PersonQuery = ReturnType<typeof prepareQuery>;

/** Prepared once for each database: it runs on every call. */
const prepared = new WeakMap<Db, PersonQuery>();

/**
 * What the database says now of the person behind a token: their profile, and what they may do in the organization
 * that is active for them. Null when the session that the token was made from has ended.
 */
export async function readPerson(db: Db, subject: TokenSubject, now: Date): Promise<KnownPerson | null> {
  const query = prepared.get(db) ?? prepareQuery(db);
  prepared.set(db, query);
  const { authUserId, sessionId } = subject;
  const [person] = await query.execute({ authUserId, sessionId, now: now.toISOString() });
  return person ?? null;
}

function prepareQuery(db: Db) {
  return db
    .select({
      authUserId: authSessions.userId,
      userProfileId: userProfiles.userProfileId,
      firstName: userProfiles.firstName,
      lastName: userProfiles.lastName,
      email: userProfiles.email,
      adminRole: userProfiles.adminRole,
      activeOrganizationId: userProfiles.activeOrganizationId,
      organizationPermissionId: organizationPermissions.organizationPermissionId,
      permissionType: organizationPermissions.permissionType,
      organizationName: organizations.organizationName,
      status: organizations.status,
    })
    .from(authSessions)
    .leftJoin(userProfiles, eq(userProfiles.authUserId, authSessions.userId))
    .leftJoin(
      organizationPermissions,
      and(
        eq(organizationPermissions.userId, userProfiles.userProfileId),
        eq(organizationPermissions.organizationId, userProfiles.activeOrganizationId),
      ),
    )
    .leftJoin(organizations, eq(organizations.organizationId, organizationPermissions.organizationId))
    .where(
      and(
        eq(authSessions.id, sql.placeholder("sessionId")),
        eq(authSessions.userId, sql.placeholder("authUserId")),
        gt(authSessions.expiresAt, sql`${sql.placeholder("now")}::timestamptz`),
      ),
    )
    .prepare("read_caller");
}
