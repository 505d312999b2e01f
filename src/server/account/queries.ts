import { and, asc, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { AdminProfile } from "#domain/account/managed-person.ts";
import type { UserProfile } from "#domain/account/user-profile.ts";
import type { Id } from "#domain/id.ts";
import { refuseIssues } from "../app-error.ts";
import type { DbOrTx, Tx } from "../db/database.ts";
import { userProfiles } from "../schema/account.ts";
import { organizationPermissions } from "../schema/permissions.ts";

const COLUMNS = {
  userProfileId: userProfiles.userProfileId,
  firstName: userProfiles.firstName,
  lastName: userProfiles.lastName,
  email: userProfiles.email,
  activeOrganizationId: userProfiles.activeOrganizationId,
  adminRole: userProfiles.adminRole,
};

export async function findProfile(reader: DbOrTx, userProfileId: Id): Promise<UserProfile | null> {
  const [profile] = await reader
    .select(COLUMNS)
    .from(userProfiles)
    .where(eq(userProfiles.userProfileId, userProfileId));
  return profile ?? null;
}

/** The people with these userProfileIds or emails (in lower case). */
export async function findProfilesNamed(reader: DbOrTx, names: readonly string[]): Promise<UserProfile[]> {
  const listed = sql`any(${sql.param(names)}::text[])`;
  return reader
    .select(COLUMNS)
    .from(userProfiles)
    .where(sql`${userProfiles.userProfileId} = ${listed} or lower(${userProfiles.email}) = ${listed}`);
}

/** The people of an organization, without their other organizations. */
export async function findProfilesOfOrganization(reader: DbOrTx, organizationId: Id): Promise<UserProfile[]> {
  const profiles = await reader
    .select(COLUMNS)
    .from(organizationPermissions)
    .innerJoin(userProfiles, eq(userProfiles.userProfileId, organizationPermissions.userId))
    .where(eq(organizationPermissions.organizationId, organizationId))
    .orderBy(asc(userProfiles.lastName), asc(userProfiles.userProfileId));
  return profiles.map((profile) => ({
    ...profile,
    activeOrganizationId: profile.activeOrganizationId === organizationId ? organizationId : null,
  }));
}

/** The company's own people, sorted by name. */
export async function findAdmins(reader: DbOrTx): Promise<AdminProfile[]> {
  const rows = await selectAdmins(reader).orderBy(
    asc(userProfiles.lastName),
    asc(userProfiles.userProfileId),
  );
  return rows.flatMap(presentAdmin);
}

/** Refuses an owner who is not one of the company's own people. */
export async function requireAdminAsOwner(reader: DbOrTx, ownerId: Id | null): Promise<void> {
  if (ownerId === null) return;
  const admins = await findAdmins(reader);
  if (admins.some(({ userProfileId }) => userProfileId === ownerId)) return;
  refuseIssues([{ path: "ownerId", message: "Please choose one of your company's own people" }]);
}

/** findAdmins, with all roles locked until the transaction ends. */
export async function lockAdmins(tx: Tx): Promise<AdminProfile[]> {
  const rows = await selectAdmins(tx).orderBy(asc(userProfiles.userProfileId)).for("no key update");
  return rows.flatMap(presentAdmin);
}

/** The owners who can sign in. An owner who cannot is no help to the company. */
export async function findActingOwners(reader: DbOrTx): Promise<Id[]> {
  const { userProfileId, authUserId, adminRole } = userProfiles;
  const owners = await reader
    .select({ userProfileId })
    .from(userProfiles)
    .where(and(eq(adminRole, "owner"), isNotNull(authUserId)));
  return owners.map((one) => one.userProfileId);
}

function selectAdmins(reader: DbOrTx) {
  return reader.select(COLUMNS).from(userProfiles).where(isNotNull(userProfiles.adminRole)).$dynamic();
}

function presentAdmin({ activeOrganizationId: _, adminRole, ...person }: UserProfile): AdminProfile[] {
  return adminRole === null ? [] : [{ ...person, adminRole }];
}

export async function isMemberOf(reader: DbOrTx, userProfileId: Id, organizationId: Id): Promise<boolean> {
  const { userId, organizationId: ofOrganization } = organizationPermissions;
  const isMember = and(eq(userId, userProfileId), eq(ofOrganization, organizationId));
  return (await reader.$count(organizationPermissions, isMember)) > 0;
}

/** The emails of an organization's people. */
export async function findMemberEmails(reader: DbOrTx, organizationId: Id): Promise<string[]> {
  const rows = await reader
    .select({ email: userProfiles.email })
    .from(organizationPermissions)
    .innerJoin(userProfiles, eq(userProfiles.userProfileId, organizationPermissions.userId))
    .where(eq(organizationPermissions.organizationId, organizationId));
  return rows.map(({ email }) => email);
}

/** Whether a text is the email, in any case. */
export function isSameEmail(column: AnyPgColumn, email: string): SQL {
  return sql`lower(${column}) = ${email.toLowerCase()}`;
}
