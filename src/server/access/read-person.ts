import type { ClientBase } from "pg";
import type { Caller } from "#domain/access/access.ts";
import type { AdminRole } from "#domain/account/admin-role.ts";
import { displayName } from "#domain/account/user-profile.ts";
import type { Id } from "#domain/id.ts";
import { isVerified, type Organization } from "#domain/organizations/organization.ts";
import type { PermissionType } from "#domain/permissions/organization-permission.ts";
import type { Deps, TokenSubject } from "../deps.ts";
import type { Limit } from "../rls/scope.ts";

/** What the access policy reads of a person; null: no one has signed in. */
export function toCaller(
  known: Omit<KnownPerson, "sessionId"> | null,
  decisionsHeldUntil: Date | null = null,
): Caller {
  return {
    isSignedIn: known !== null,
    lacksFactor: known?.lacksFactor ?? false,
    userProfileId: known?.userProfileId ?? null,
    adminRole: known?.adminRole ?? null,
    activeOrganizationId: known?.activeOrganizationId ?? null,
    isOrganizationVerified: known?.status ? isVerified({ status: known.status }) : false,
    isOrganizationDeactivated: known?.status === "INACTIVE" && known.isDeactivated === true,
    permissionType: known?.permissionType ?? null,
    decisionsHeldUntil,
  };
}

/** The result of counterpart_caller (rls/functions.ts), which needs no scope. */
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
  /** Whether the company has deactivated the organization; null: there is none. */
  isDeactivated: boolean | null;
  limitedTo: Limit;
};

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

/** A token's person with their permission in the active organization; null if the session has ended. */
export async function readPerson(
  connection: Pick<ClientBase, "query">,
  { authUserId, sessionId }: TokenSubject,
  now: Date,
): Promise<KnownPerson | null> {
  const { rows } = await connection.query<Omit<KnownPerson, "sessionId">>({
    // Named, so that each connection prepares it once: it runs on every call.
    name: "counterpart_caller",
    text: "select * from counterpart_caller($1, $2, $3)",
    values: [sessionId, authUserId, now.toISOString()],
  });
  return rows[0] ? { ...rows[0], sessionId } : null;
}

/** The id of the admin whose session is in a cookie header; null for everybody else. */
export async function readAdmin(
  deps: Pick<Deps, "database" | "identity" | "clock">,
  cookie: string | undefined,
): Promise<Id | null> {
  const subject = cookie === undefined ? null : await deps.identity.readSession(cookie);
  const person = subject && (await readPerson(await deps.database.readers(), subject, deps.clock()));
  return person?.adminRole ? person.userProfileId : null;
}
