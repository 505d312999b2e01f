import type { AccessKind, ActorSide } from "#domain/access-records/access-record.ts";
import { displayName } from "#domain/account/user-profile.ts";
import type { Id } from "#domain/id.ts";
import type { PermissionType } from "#domain/permissions/organization-permission.ts";
import type { userProfiles } from "../account/tables.ts";

export type Actor = { userProfileId: Id | null; name: string | null; side: ActorSide };

/** An owner or an admin, who acts for the company. */
export function companyActor({ userProfileId, name }: { userProfileId: Id; name: string }): Actor {
  return { userProfileId, name, side: "company" };
}

/** An owner as the actor on a person, who may be themself. */
export function actorOn(owner: { userProfileId: Id; name: string }, person: Id): Actor {
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
  organizationId: Id;
  kind: AccessKind;
  person: { userProfileId: Id | null; name: string; email: string };
  actor: Actor;
  permissionType?: PermissionType | null;
  previousPermissionType?: PermissionType;
  newEmail?: string;
  invitationId?: Id;
};
