import type { Who } from "#domain/access/access.ts";
import type { DecisionRefusal } from "#domain/access/two-sides.ts";
import type { AdminRole } from "#domain/account/admin-role.ts";
import type { UserProfile } from "#domain/account/user-profile.ts";
import { formatDateTime } from "#domain/format.ts";
import type { Id } from "#domain/id.ts";
import { AppError } from "../app-error.ts";
import type { Limit, Scope } from "../rls/scope.ts";
import type { KeyedRequest } from "./idempotency.ts";

// Authorization as a value: a use case names the gate it needs, and only require-caller.ts makes gates.

declare const gated: unique symbol;

/** What every caller has: their level, and the request's idempotency key if there is one. */
type Gate<W extends Who> = {
  who: W;
  keyed: KeyedRequest | null;
  /** Throws unless the caller has confirmed lately that it is them; null: the request needs no confirmation. */
  confirm: (() => Promise<void>) | null;
  readonly [gated]: W;
};

/** Someone who has signed in: who, and in which session. */
type Identified = { authUserId: string; sessionId: string; limitedTo: Limit };

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

/** A member whose organization is active, or was deactivated: they read what it accepted, and its invoices. */
export type FormerMember = Gate<"former-member"> & Membership & { isDeactivated: boolean };

/** A person acting for their active, verified organization. */
export type Member = Gate<"member" | "writer" | "signatory"> & Membership;

/** A member who may write for the organization. */
export type Writer = Gate<"writer" | "signatory"> & Membership;

/** A writer who may decide for the organization: accept, decline, choose optional work. */
export type Signatory = Gate<"signatory"> & Membership;

/** An admin who views the portal as a new writer. Only reads admit them: no permission has their permission id. */
export type ClientViewer = Gate<
  "signed-in" | "person" | "former-member" | "member" | "writer" | "signatory"
> &
  Membership & {
    isVerified: boolean;
    isDeactivated: boolean;
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
  "former-member": FormerMember;
  member: Member;
  writer: Writer;
  signatory: Signatory;
  viewer: Admin;
  editor: Editor;
  owner: Owner;
};

export type AnyCaller = CallerByWho[Who] | ClientViewer;

/** The scope of an admitted caller: the rows that they may see and change. */
export function scopeOf(caller: AnyCaller): Scope {
  if (caller.who === "public")
    return { role: "visitor", organizationId: caller.member?.organizationId ?? null };
  const { userProfileId } = caller;
  if ("role" in caller) return { role: "admin", userProfileId: caller.userProfileId };
  if (!("organizationId" in caller)) return { role: "person", userProfileId, limitedTo: caller.limitedTo };
  const { who, organizationId } = caller;
  // An admin who sees the portal as a client never sees more than a member, whatever the call.
  const mayWrite = (who === "writer" || who === "signatory") && !("isVerified" in caller);
  return { role: mayWrite ? "writer" : "member", userProfileId: caller.userProfileId, organizationId };
}

/** Why a writer cannot accept, decline, choose optional work or sign for their organization. */
export const NOT_DECIDING: Record<DecisionRefusal, string> = {
  "works-for-company":
    "You also work for the company, so you can't accept, decline, choose optional work or sign for its client. Nothing was changed. Ask a colleague to decide, or give up one of the two: an owner can remove your role, a colleague your permission.",
  "decisions-held":
    "The company has just changed how you sign in, so you can't accept, decline, choose optional work or sign for your organization for a day. Nothing was changed, and nothing expires in that time. A colleague with write access can allow you to decide now, under “Permissions”.",
};

/** The refusal of a decision. `until`: the end of a hold, formatted in the company's time zone. */
export function notDeciding(refusal: DecisionRefusal, until: Date | null, timeZone: string): AppError {
  if (refusal !== "decisions-held" || until === null)
    return new AppError("forbidden", NOT_DECIDING[refusal], { reason: refusal });
  const iso = until.toISOString();
  const message = NOT_DECIDING[refusal].replace("for a day", `until ${formatDateTime(iso, timeZone)}`);
  return new AppError("forbidden", message, { reason: refusal, until: iso });
}
