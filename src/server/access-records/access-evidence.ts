import { accessEventKind } from "#domain/access-records/access-record.ts";
import { PORTAL_CHAIN } from "#domain/evidence/evidence-event.ts";
import type { Attested } from "../evidence/append-evidence.ts";
import type { accessRecords } from "../schema/access-records.ts";

export type AccessRecordRow = typeof accessRecords.$inferSelect;

/** What proves an access record. The person, a new email and the actor are sealed apart, so that each can be erased. */
export function accessEvidence(record: AccessRecordRow): Attested {
  const { accessRecordId, organizationId, kind, at, permissionType, previousPermissionType } = record;
  const { userProfileId, personName, personEmail, newEmail, invitationId } = record;
  const { actorUserProfileId, actorName, actorEmail, actorSide } = record;
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
      actorSide,
      at: at.toISOString(),
    },
    secrets: {
      person: { userProfileId, personName, personEmail },
      newEmail: { newEmail },
      actor: { actorUserProfileId, actorName, actorEmail },
    },
  };
}
