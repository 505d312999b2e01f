import type { AdminRole } from "#domain/account/admin-role.ts";
import { displayName } from "#domain/account/user-profile.ts";
import type { Id } from "#domain/id.ts";
import type { Organization } from "#domain/organizations/organization.ts";
import type { PermissionType } from "#domain/permissions/organization-permission.ts";
import type { Database } from "../db/database.ts";
import type { TokenSubject } from "../deps.ts";

/** The result of the database function in wall/functions.ts, which needs no scope. */
export type KnownPerson = {
  authUserId: string;
  sessionId: string;
  lacksFactor: boolean;
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

/** The columns of the function, in order. */
const FACTS = [
  "authUserId",
  "userProfileId",
  "firstName",
  "lastName",
  "email",
  "adminRole",
  "activeOrganizationId",
  "organizationPermissionId",
  "permissionType",
  "organizationName",
  "status",
  "lacksFactor",
] as const satisfies (keyof KnownPerson)[];

/** What a record calls a member. */
export function calledOf({ email, organizationName, ...known }: Omit<KnownPerson, "sessionId">) {
  const userName = nameOf({ email, ...known });
  return { userName, userEmail: email ?? "", organizationName: organizationName ?? "" };
}

export function nameOf({
  firstName,
  lastName,
  email,
}: Pick<KnownPerson, "firstName" | "lastName" | "email">): string {
  return displayName({ firstName: firstName ?? "", lastName: lastName ?? "", email: email ?? "" });
}

/** Whether the columns of the function say of a person what was known of them. */
export function isStill(known: KnownPerson, facts: readonly unknown[] | undefined): boolean {
  return facts !== undefined && FACTS.every((name, place) => facts[place] === known[name]);
}

/** The same of a row with names. */
export function isSamePerson(known: KnownPerson, now: Omit<KnownPerson, "sessionId"> | undefined): boolean {
  return now !== undefined && FACTS.every((name) => now[name] === known[name]);
}

/**
 * The person of a token as the database knows them now: their profile, and their permission in their active
 * organization. Null if the session has ended.
 */
export async function readPerson(
  database: Pick<Database, "readers">,
  { authUserId, sessionId }: TokenSubject,
  now: Date,
): Promise<KnownPerson | null> {
  const pool = await database.readers();
  const { rows } = await pool.query<Omit<KnownPerson, "sessionId">>({
    // Named, so that each connection prepares it once: it runs on every call.
    name: "counterpart_caller",
    text: "select * from counterpart_caller($1, $2, $3)",
    values: [sessionId, authUserId, now.toISOString()],
  });
  return rows[0] ? { ...rows[0], sessionId } : null;
}
