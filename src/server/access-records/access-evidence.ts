import { accessEventKind } from "#domain/access-records/access-record.ts";
import type { Attested } from "../evidence/append-evidence.ts";
import type { accessRecords } from "./tables.ts";

export type AccessRecordRow = typeof accessRecords.$inferSelect;

/** What proves an access record. The person and the actor are sealed apart, so that either can be erased. */
export function accessEvidence(record: AccessRecordRow): Attested {
  const { accessRecordId, organizationId, kind, at, permissionType, previousPermissionType } = record;
  const { userProfileId, personName, personEmail, newEmail, invitationId } = record;
  const { actorUserProfileId, actorName, actorSide } = record;
  return {
    chain: organizationId,
    kind: accessEventKind(kind),
    subjectId: accessRecordId,
    facts: {
      ...{ accessRecordId, organizationId, kind, permissionType, previousPermissionType, invitationId },
      ...{ actorSide, at: at.toISOString() },
    },
    secrets: {
      person: { userProfileId, personName, personEmail, newEmail },
      actor: { actorUserProfileId, actorName },
    },
  };
}
