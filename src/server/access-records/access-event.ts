import { type AccessKind, type ActorSide, accessEventKind } from "#domain/access-records/access-record.ts";
import { displayName } from "#domain/account/user-profile.ts";
import { PORTAL_CHAIN } from "#domain/evidence/evidence-event.ts";
import type { Id } from "#domain/id.ts";
import type { PermissionType } from "#domain/permissions/organization-permission.ts";
import type { Attested } from "../evidence/append-evidence.ts";
import type { accessRecords } from "../schema/access-records.ts";
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

/** The link of a document by which someone joined, and what it asked of them. */
export type JoiningLink = {
  documentRecipientId: Id;
  /** Null: no browser reported that it opened the document. */
  openedAt: Date | null;
  wasCodeRequired: boolean;
};

/** What happened to the access of one person to one organization. */
export type AccessEvent = {
  /** The id of its record, if another row refers to it. */
  accessRecordId?: Id;
  /** Null: the person belongs to no organization. */
  organizationId: Id | null;
  kind: AccessKind;
  person: { userProfileId: Id | null; name: string; email: string };
  actor: Actor;
  permissionType?: PermissionType | null;
  previousPermissionType?: PermissionType;
  newEmail?: string;
  /** The issuer that was added or removed. It is about no one in particular. */
  issuer?: string;
  invitationId?: Id;
  /** The person joined by the link of a sent document. */
  link?: JoiningLink | null;
  /** The person is removed for good: no mail and no notification names them. */
  isRemovedForGood?: true;
};

export type AccessRecordRow = typeof accessRecords.$inferSelect;

/** What proves an access record. The person, a new email and the actor are sealed apart, so that each can be erased. */
export function accessEvidence(record: AccessRecordRow): Attested {
  const { accessRecordId, organizationId, kind, at, permissionType, previousPermissionType } = record;
  const { userProfileId, personName, personEmail, newEmail, invitationId } = record;
  const { actorUserProfileId, actorName, actorEmail, actorSide } = record;
  const { documentRecipientId, linkOpenedAt, wasCodeRequired, issuer } = record;
  return {
    chain: organizationId ?? PORTAL_CHAIN,
    kind: accessEventKind(kind),
    subjectId: accessRecordId,
    facts: {
      accessRecordId,
      organizationId,
      kind,
      permissionType,
      previousPermissionType,
      invitationId,
      documentRecipientId,
      linkOpenedAt: linkOpenedAt?.toISOString() ?? null,
      wasCodeRequired,
      issuer,
      actorSide,
      at: at.toISOString(),
    },
    hashedFacts: {
      person: { userProfileId, personName, personEmail },
      newEmail: { newEmail },
      actor: { actorUserProfileId, actorName, actorEmail },
    },
  };
}
