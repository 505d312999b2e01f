import type { AccessKind, ActorSide } from "#domain/access-records/access-record.ts";
import { displayName } from "#domain/account/user-profile.ts";
import type { Id } from "#domain/id.ts";
import type { PermissionType } from "#domain/permissions/organization-permission.ts";
import type { userProfiles } from "../schema/account.ts";

export type Actor = {
  userProfileId: Id | null;
  name: string | null;
  email: string | null;
  side: ActorSide;
};

/** The operator of the portal, at the command line. */
export const OPERATOR: Actor = { userProfileId: null, name: null, email: null, side: "operator" };

export type Admin = { userProfileId: Id; name: string; email: string };

/** An owner or an admin, who acts for the company. */
export function companyActor({ userProfileId, name, email }: Admin): Actor {
  return { userProfileId, name, email, side: "company" };
}

/** An owner as the actor on a person, who may be themself. */
export function actorOn(owner: Admin, person: Id): Actor {
  const actor = companyActor(owner);
  return owner.userProfileId === person ? { ...actor, side: "self" } : actor;
}

export type Profile = Pick<
  typeof userProfiles.$inferSelect,
  "userProfileId" | "firstName" | "lastName" | "email"
>;

export function accessPerson(profile: Profile): AccessEvent["person"] {
  return { userProfileId: profile.userProfileId, name: displayName(profile), email: profile.email };
}

/** What happened to the access of one person to one organization. */
export type AccessEvent = {
  /** Null: the person belongs to no organization. */
  organizationId: Id | null;
  kind: AccessKind;
  person: { userProfileId: Id | null; name: string; email: string };
  actor: Actor;
  permissionType?: PermissionType | null;
  previousPermissionType?: PermissionType;
  newEmail?: string;
  invitationId?: Id;
  /** The person is removed for good: no mail and no notification names them. */
  isRemovedForGood?: true;
};
