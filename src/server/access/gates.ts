import type { AdminRole } from "#domain/account/admin-role.ts";
import type { Id } from "#domain/id.ts";

// Authorization as a value: a use case names the one it needs, and only require-caller.ts makes them.

declare const gated: unique symbol;

/** A signed-in person; perhaps without a profile yet. */
export type SignedIn = { authUserId: string; userProfileId: Id | null; readonly [gated]: "signed-in" };

/** A person with a profile; `member` and `admin` when they are one at this moment. */
export type Person = {
  authUserId: string;
  userProfileId: Id;
  activeOrganizationId: Id | null;
  member: Member | null;
  admin: Admin | null;
  readonly [gated]: "person";
};

/** A person acting for their active, verified organization. */
export type Member = {
  authUserId: string;
  userProfileId: Id;
  organizationId: Id;
  organizationName: string;
  organizationPermissionId: Id;
  /** "First Last" and e-mail at the moment of the call. */
  userName: string;
  userEmail: string;
  readonly [gated]: "member" | "writer";
};

/** A member who may decide for the organization. */
export type Writer = Member & { readonly [gated]: "writer" };

/** One of the company's own people, who may reach the records of every organization. */
export type Admin = {
  authUserId: string;
  userProfileId: Id;
  /** "First Last" and e-mail at the moment of the call. */
  name: string;
  email: string;
  role: AdminRole;
  readonly [gated]: "viewer" | "editor" | "owner";
};

/** An admin who may compose and send. */
export type Editor = Admin & { readonly [gated]: "editor" | "owner" };

/** An admin who may also decide on people and their rights. */
export type Owner = Admin & { readonly [gated]: "owner" };

/** Whoever calls a public call; `member` when they turn out to be one. */
export type Anyone = { member: Member | null; readonly [gated]: "public" };

export type CallerByWho = {
  public: Anyone;
  "signed-in": SignedIn;
  person: Person;
  member: Member;
  writer: Writer;
  viewer: Admin;
  editor: Editor;
  owner: Owner;
};
