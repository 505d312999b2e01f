import { and, eq, gt } from "drizzle-orm";
import { type AccessRefusal, type Caller, refuseAccess, type Who } from "#domain/access/access.ts";
import { displayName } from "#domain/account/user-profile.ts";
import { isVerified } from "#domain/organizations/organization.ts";
import { userProfiles } from "../account/tables.ts";
import { AppError } from "../app-error.ts";
import type { Deps } from "../deps.ts";
import type { TokenSubject } from "../identity/identity.ts";
import { authSessions } from "../identity/tables.ts";
import { organizations } from "../organizations/tables.ts";
import { organizationPermissions } from "../permissions/tables.ts";
import type { Anyone, Member, Person, SignedIn, Writer } from "./gates.ts";
import type { CallerByWho } from "./route.ts";

type CallerDeps = Pick<Deps, "db" | "identity" | "clock">;

/** What the database says now of the person behind a token; null for somebody unknown. */
type Known = Awaited<ReturnType<typeof readPerson>>;

const REFUSALS: Record<AccessRefusal, string> = {
  unauthenticated: "You are not signed in, or your sign-in has expired.",
  "no-profile": "There is no user profile for your sign-in.",
  "no-organization": "You are not a member of an active organization. Choose one in your profile.",
  unverified:
    "Your current organization is not active, most features will be disabled while we confirm your details.",
  "read-only": "You need write permission in your organization to do this.",
};

/**
 * Lets the caller through as what the call asks for, or throws AppError "unauthenticated" or "forbidden" (its
 * `details.reason` says why). Everything is read afresh: who has signed out or been removed is refused at once.
 */
export async function requireCaller<W extends Who>(
  deps: CallerDeps,
  who: W,
  authorization: string | undefined,
): Promise<CallerByWho[W]> {
  const known = await readKnown(deps, authorization);
  const refusal = refuseAccess(who, toCaller(known));
  if (refusal === "unauthenticated") throw new AppError("unauthenticated", REFUSALS.unauthenticated);
  if (refusal) throw new AppError("forbidden", REFUSALS[refusal], { reason: refusal });
  const gate = GATES[who](known);
  if (!gate) throw new Error(`The access policy let somebody through as ${who} who is not.`);
  return gate;
}

async function readKnown(deps: CallerDeps, authorization: string | undefined): Promise<Known> {
  const token = /^Bearer +(\S+)$/i.exec(authorization ?? "")?.[1];
  const subject = token === undefined ? null : await deps.identity.verifyToken(token);
  return subject ? readPerson(deps, subject) : null;
}

async function readPerson({ db, clock }: CallerDeps, { authUserId, sessionId }: TokenSubject) {
  const [person] = await db
    .select({
      authUserId: authSessions.userId,
      userProfileId: userProfiles.userProfileId,
      firstName: userProfiles.firstName,
      lastName: userProfiles.lastName,
      email: userProfiles.email,
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
        eq(authSessions.id, sessionId),
        eq(authSessions.userId, authUserId),
        gt(authSessions.expiresAt, clock()),
      ),
    );
  return person ?? null;
}

function toCaller(known: Known): Caller {
  return {
    isSignedIn: known !== null,
    userProfileId: known?.userProfileId ?? null,
    activeOrganizationId: known?.activeOrganizationId ?? null,
    isOrganizationVerified: known?.status ? isVerified({ status: known.status }) : false,
    permissionType: known?.permissionType ?? null,
  };
}

const GATES: { [W in Who]: (known: Known) => CallerByWho[W] | null } = {
  public: (known) => {
    const member = refuseAccess("member", toCaller(known)) === null ? toMember(known) : null;
    return { member } as Anyone;
  },
  "signed-in": (known) =>
    known && ({ authUserId: known.authUserId, userProfileId: known.userProfileId } as SignedIn),
  person: (known) => {
    if (!known?.userProfileId) return null;
    const { authUserId, userProfileId, activeOrganizationId } = known;
    return { authUserId, userProfileId, activeOrganizationId } as Person;
  },
  member: toMember,
  writer: (known) => toMember(known) as Writer | null,
};

function toMember(known: Known): Member | null {
  if (!known?.userProfileId || !known.activeOrganizationId || !known.organizationPermissionId) return null;
  const { firstName, lastName, email } = known;
  if (firstName === null || lastName === null || email === null) return null;
  return {
    authUserId: known.authUserId,
    userProfileId: known.userProfileId,
    organizationId: known.activeOrganizationId,
    organizationName: known.organizationName,
    organizationPermissionId: known.organizationPermissionId,
    userName: displayName({ firstName, lastName, email }),
    userEmail: email,
  } as Member;
}
