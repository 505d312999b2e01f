import { eq } from "drizzle-orm";
import { CLIENT_VIEW, ORGANIZATION_SWITCHED } from "#contract/call.ts";
import { type AccessRefusal, refuseAccess, type Who } from "#domain/access/access.ts";
import type { AdminRole } from "#domain/account/admin-role.ts";
import type { UserProfile } from "#domain/account/user-profile.ts";
import type { Id } from "#domain/id.ts";
import { AppError } from "../app-error.ts";
import type { Deps, TokenSubject } from "../deps.ts";
import { organizations } from "../schema/organizations.ts";
import { readViewPass, type Viewed } from "./client-view-pass.ts";
import {
  type Admin,
  type AnyCaller,
  type Anyone,
  type CallerByWho,
  type ClientViewer,
  type Editor,
  type FormerMember,
  type Member,
  NOT_DECIDING,
  type Owner,
  type Person,
  type Signatory,
  type SignedIn,
  type Writer,
} from "./gates.ts";
import type { ReadContext } from "./read-as-caller.ts";
import { calledOf, type KnownPerson, nameOf, readPerson, toCaller } from "./read-person.ts";

type CallerDeps = Pick<Deps, "database" | "identity" | "clock">;

type Known = KnownPerson | null;

const REFUSALS: Record<AccessRefusal, string> = {
  unauthenticated: "You aren't signed in, or your sign-in has expired.",
  "no-profile": "There is no user profile for your sign-in.",
  "factor-required":
    "You need two-step sign-in here, and yours is off. Turn it on in your account, or sign in again in a browser.",
  "no-organization": "You aren't a member of an active organization. Choose one in your profile.",
  unverified:
    "Your current organization is not active, most features will be disabled while we confirm your details.",
  deactivated:
    "Your organization is no longer active. What it accepted and its invoices stay readable. Nothing else can be read, and nothing was changed.",
  "read-only": "You need write permission in your organization to do this.",
  ...NOT_DECIDING,
  "not-admin": "Only the company's own people may do this.",
  "not-editor": "To do this you need the role of an editor.",
  "not-owner": "To do this you need the role of an owner.",
};

/**
 * Returns the gate that the call demands, or throws AppError "unauthenticated" or "forbidden" (`details.reason`). It
 * reads the person again, so a removal works at once. "conflict": the person does not act for `actingFor` any more.
 */
export async function requireCaller<W extends Who>(
  deps: CallerDeps,
  who: W,
  authorization: string | undefined,
  actingFor?: string,
): Promise<CallerByWho[W]> {
  const subject = await readSubject(deps, authorization);
  const known = subject && (await readPerson(await deps.database.readers(), subject, deps.clock()));
  return admit(who, known, actingFor);
}

/** The gate of a person who has been read; null: no one has signed in. Throws like requireCaller. */
export function admit<W extends Who>(
  who: W,
  known: KnownPerson | null,
  actingFor: string | undefined,
): CallerByWho[W] {
  refuse(who, known, actingFor);
  const gate = GATES[who](known);
  if (!gate) throw new Error(`The access policy let a caller through as ${who} who is not.`);
  return gate;
}

/** admit for a read with the header `client-view`. Throws AppError "forbidden" for an invalid pass. */
export async function admitViewer<W extends Who>(
  deps: Pick<Deps, "clock" | "secrets">,
  who: W,
  { known: admin, enter }: ReadContext,
  pass: string,
  actingFor?: string,
): Promise<W extends "public" ? Anyone : ClientViewer> {
  const viewed = admin && readViewPass(deps, admin.sessionId, pass);
  const known = admin && (await asMember(admin, viewed, enter));
  refuse(who, known, actingFor);
  const viewer =
    who === "public"
      ? GATES.public(known)
      : toViewer(known, who as ClientViewer["who"], viewed?.previewedId ?? null);
  if (!viewer) throw new Error(`The access policy let a caller through as ${who} who is not.`);
  return viewer as W extends "public" ? Anyone : ClientViewer;
}

export const READ_ONLY_VIEW = new AppError(
  "forbidden",
  "You're viewing the portal as this client's members do. Only they can change something here. Nothing was changed.",
  { reason: CLIENT_VIEW },
);

/** An admin as if they had just joined the organization of their pass. */
async function asMember(
  admin: KnownPerson,
  viewed: Viewed | null,
  enter: ReadContext["enter"],
): Promise<KnownPerson> {
  const { userProfileId, adminRole } = admin;
  const { organizationId, organizationName, status, deactivatedAt } = organizations;
  const found =
    adminRole && userProfileId && viewed
      ? await enter({ role: "admin", userProfileId })
          .select({ organizationId, organizationName, status, deactivatedAt })
          .from(organizations)
          .where(eq(organizationId, viewed.organizationId))
      : [];
  const [organization] = found;
  if (!organization)
    throw new AppError("forbidden", "Please open the portal as this client again.", { reason: CLIENT_VIEW });
  return {
    ...admin,
    adminRole: null,
    activeOrganizationId: organization.organizationId,
    organizationName: organization.organizationName,
    // A draft is previewed as it will look once it is sent, which only an active organization can be.
    status: viewed?.previewedId ? "ACTIVE" : organization.status,
    isDeactivated: organization.deactivatedAt !== null,
    organizationPermissionId: NO_PERMISSION,
    permissionType: "write",
  };
}

/** Throws if the caller may not make calls of this level, or acts for another organization than they believe. */
function refuse(who: Who, known: Known, actingFor: string | undefined): void {
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
}

/** The subject of a valid token, or null. */
export async function readSubject(
  deps: Pick<Deps, "identity">,
  authorization: string | undefined,
): Promise<TokenSubject | null> {
  const token = /^Bearer +(\S+)$/i.exec(authorization ?? "")?.[1];
  return token === undefined ? null : deps.identity.verifyToken(token);
}

const GATES: { [W in Who]: (known: Known) => CallerByWho[W] | null } = {
  public: (known) => gate<Anyone>("public", { member: toVerifiedMember(known) }),
  "signed-in": (known) =>
    known &&
    gate<SignedIn>("signed-in", {
      ...identified(known),
      userProfileId: known.userProfileId,
      profile: profileOf(known),
    }),
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
  "former-member": (known) => {
    const member = toMember(known, "former-member");
    return (
      member && gate<FormerMember>("former-member", { ...member, isDeactivated: isOfDeactivated(known) })
    );
  },
  member: (known) => toMember(known, "member"),
  writer: (known) => toMember(known, "writer") as Writer | null,
  signatory: (known) => toMember(known, "signatory") as Signatory | null,
  viewer: (known) => toAdmin(known, "viewer"),
  editor: (known) => toAdmin(known, "editor") as Editor | null,
  owner: (known) => toAdmin(known, "owner") as Owner | null,
};

/** The only function that makes a gate. The idempotency key is added once the body has been read. */
function gate<G extends AnyCaller>(who: G["who"], known: Omit<G, "who" | "keyed" | "confirm" | symbol>): G {
  return { who, keyed: null, confirm: null, ...known } as unknown as G;
}

function identified({ authUserId, sessionId, limitedTo }: KnownPerson) {
  return { authUserId, sessionId, limitedTo };
}

function isOfDeactivated(known: Known): boolean {
  return toCaller(known).isOrganizationDeactivated;
}

function toVerifiedMember(known: Known): Member | null {
  return refuseAccess("member", toCaller(known)) === null ? toMember(known, "member") : null;
}

/** No id of a permission is empty. */
const NO_PERMISSION = "";

function toViewer(known: Known, who: ClientViewer["who"], previewedId: Id | null): ClientViewer | null {
  const member = toMember(known, "member");
  const isVerified = toVerifiedMember(known) !== null;
  const isDeactivated = isOfDeactivated(known);
  return member && gate<ClientViewer>(who, { ...member, isVerified, isDeactivated, previewedId });
}

function toMember(known: Known, who: Member["who"] | FormerMember["who"]): Member | null {
  if (!known?.userProfileId || !known.activeOrganizationId || known.organizationPermissionId === null)
    return null;
  return gate<Member>(who as Member["who"], {
    ...identified(known),
    userProfileId: known.userProfileId,
    organizationId: known.activeOrganizationId,
    organizationPermissionId: known.organizationPermissionId,
    ...calledOf(known),
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

function profileOf(known: KnownPerson): UserProfile | null {
  const { userProfileId, firstName, lastName, email, activeOrganizationId, adminRole } = known;
  if (userProfileId === null) return null;
  return {
    userProfileId,
    firstName: firstName ?? "",
    lastName: lastName ?? "",
    email: email ?? "",
    activeOrganizationId,
    adminRole,
  };
}
