import type { Who } from "#domain/access/access.ts";
import type { AdminRole } from "#domain/account/admin-role.ts";
import type { UserProfile } from "#domain/account/user-profile.ts";
import type { Id } from "#domain/id.ts";
import type { KeyedRequest } from "./idempotency.ts";

// Authorization as a value: a use case names the gate it needs, and only require-caller.ts makes gates.

declare const gated: unique symbol;

/** What every caller brings: the level that let them through, and the request's idempotency key where it has one. */
type Gate<W extends Who> = {
  who: W;
  keyed: KeyedRequest | null;
  readonly [gated]: W;
};

/** Somebody who has signed in: who, and in which session. */
type Identified = { authUserId: string; sessionId: string };

/** A signed-in person; perhaps without a profile yet. */
export type SignedIn = Gate<"signed-in"> &
  Identified & { userProfileId: Id | null; profile: UserProfile | null };

/** A person with a profile; `member` and `admin` are set if they are one at this moment. */
export type Person = Gate<"person"> &
  Identified & {
    userProfileId: Id;
    activeOrganizationId: Id | null;
    member: Member | null;
    admin: Admin | null;
  };

type Membership = Identified & {
  userProfileId: Id;
  organizationId: Id;
  organizationName: string;
  organizationPermissionId: Id;
  /** "First Last" and the email at the time of the call. */
  userName: string;
  userEmail: string;
};

/** A person acting for their active, verified organization. */
export type Member = Gate<"member" | "writer" | "signatory"> & Membership;

/** A member who may write for the organization. */
export type Writer = Gate<"writer" | "signatory"> & Membership;

/** A writer who may decide for the organization: accept, decline, choose optional work. */
export type Signatory = Gate<"signatory"> & Membership;

/**
 * An admin who sees the portal as an organization's members do: somebody who has just joined it and may write. Only
 * reads let them through. `organizationPermissionId` names no permission, so that no change could confirm them.
 */
export type ClientViewer = Gate<"signed-in" | "person" | "member" | "writer" | "signatory"> &
  Membership & {
    isVerified: boolean;
    /** The draft that is shown as if it had been sent. */
    previewedId: Id | null;
  };

type CompanyRole = Identified & {
  userProfileId: Id;
  /** "First Last" and the email at the time of the call. */
  name: string;
  email: string;
  role: AdminRole;
};

/** One of the company's own people, who may reach the records of every organization. */
export type Admin = Gate<AdminRole> & CompanyRole;

/** An admin who may compose and send. */
export type Editor = Gate<"editor" | "owner"> & CompanyRole;

/** An admin who may also decide on people and their rights. */
export type Owner = Gate<"owner"> & CompanyRole;

/** The caller of a public call; `member` is set if they are one. */
export type Anyone = Gate<"public"> & { member: Member | null };

export type CallerByWho = {
  public: Anyone;
  "signed-in": SignedIn;
  person: Person;
  member: Member;
  writer: Writer;
  signatory: Signatory;
  viewer: Admin;
  editor: Editor;
  owner: Owner;
};

export type AnyCaller = CallerByWho[Who] | ClientViewer;
