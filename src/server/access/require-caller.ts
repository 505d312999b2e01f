import { ORGANIZATION_SWITCHED } from "#contract/call.ts";
import { type AccessRefusal, type Caller, refuseAccess, type Who } from "#domain/access/access.ts";
import type { AdminRole } from "#domain/account/admin-role.ts";
import { displayName } from "#domain/account/user-profile.ts";
import { isVerified } from "#domain/organizations/organization.ts";
import { AppError } from "../app-error.ts";
import type { Deps } from "../deps.ts";
import type {
  Admin,
  AnyCaller,
  Anyone,
  CallerByWho,
  Editor,
  Member,
  Owner,
  Person,
  SignedIn,
  Writer,
} from "./gates.ts";
import { type KnownPerson, readPerson } from "./read-person.ts";

type CallerDeps = Pick<Deps, "database" | "identity" | "clock">;

type Known = KnownPerson | null;

const REFUSALS: Record<AccessRefusal, string> = {
  unauthenticated: "You are not signed in, or your sign-in has expired.",
  "no-profile": "There is no user profile for your sign-in.",
  "no-organization": "You are not a member of an active organization. Choose one in your profile.",
  unverified:
    "Your current organization is not active, most features will be disabled while we confirm your details.",
  "read-only": "You need write permission in your organization to do this.",
  "not-admin": "Only the company's own people may do this.",
  "not-editor": "You may only look: to do this you need the role of an editor.",
  "not-owner": "To do this you need the role of an owner.",
};

/**
 * Returns the gate that the call demands, or throws AppError "unauthenticated" or "forbidden" (with the reason in
 * `details.reason`). Reads everything again, so a person who signed out or was removed is refused at once. A person who
 * no longer acts for the organization that they name (`actingFor`) gets "conflict".
 */
export async function requireCaller<W extends Who>(
  deps: CallerDeps,
  who: W,
  authorization: string | undefined,
  actingFor?: string,
): Promise<CallerByWho[W]> {
  const known = await readKnown(deps, authorization);
  if (actingFor !== undefined && known !== null && known.activeOrganizationId !== actingFor) {
    throw new AppError(
      "conflict",
      "You switched to another organization in another window, so nothing was read or changed here.",
      { reason: ORGANIZATION_SWITCHED },
    );
  }
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
  return subject ? readPerson(deps.database, subject, deps.clock()) : null;
}

function toCaller(known: Known): Caller {
  return {
    isSignedIn: known !== null,
    userProfileId: known?.userProfileId ?? null,
    adminRole: known?.adminRole ?? null,
    activeOrganizationId: known?.activeOrganizationId ?? null,
    isOrganizationVerified: known?.status ? isVerified({ status: known.status }) : false,
    permissionType: known?.permissionType ?? null,
  };
}

const GATES: { [W in Who]: (known: Known) => CallerByWho[W] | null } = {
  public: (known) => gate<Anyone>("public", { member: toVerifiedMember(known) }),
  "signed-in": (known) =>
    known && gate<SignedIn>("signed-in", { ...identified(known), userProfileId: known.userProfileId }),
  person: (known) => {
    if (!known?.userProfileId) return null;
    const { userProfileId, activeOrganizationId } = known;
    const [member, admin] = [toVerifiedMember(known), toAdmin(known, "viewer")];
    return gate<Person>("person", {
      ...identified(known),
      userProfileId,
      activeOrganizationId,
      member,
      admin,
    });
  },
  member: (known) => toMember(known, "member"),
  writer: (known) => toMember(known, "writer") as Writer | null,
  viewer: (known) => toAdmin(known, "viewer"),
  editor: (known) => toAdmin(known, "editor") as Editor | null,
  owner: (known) => toAdmin(known, "owner") as Owner | null,
};

/** The only function that makes a gate. The idempotency key is added once the body has been read. */
function gate<G extends AnyCaller>(who: G["who"], known: Omit<G, "who" | "keyed" | symbol>): G {
  return { who, keyed: null, ...known } as unknown as G;
}

function identified({ authUserId, sessionId }: KnownPerson) {
  return { authUserId, sessionId };
}

function toVerifiedMember(known: Known): Member | null {
  return refuseAccess("member", toCaller(known)) === null ? toMember(known, "member") : null;
}

function toMember(known: Known, who: Member["who"]): Member | null {
  if (!known?.userProfileId || !known.activeOrganizationId || !known.organizationPermissionId) return null;
  return gate<Member>(who, {
    ...identified(known),
    userProfileId: known.userProfileId,
    organizationId: known.activeOrganizationId,
    organizationName: known.organizationName ?? "",
    organizationPermissionId: known.organizationPermissionId,
    userName: nameOf(known),
    userEmail: known.email ?? "",
  });
}

function toAdmin(known: Known, who: AdminRole): Admin | null {
  if (!known?.userProfileId || !known.adminRole) return null;
  return gate<Admin>(who, {
    ...identified(known),
    userProfileId: known.userProfileId,
    name: nameOf(known),
    email: known.email ?? "",
    role: known.adminRole,
  });
}

function nameOf({ firstName, lastName, email }: KnownPerson): string {
  return displayName({ firstName: firstName ?? "", lastName: lastName ?? "", email: email ?? "" });
}
