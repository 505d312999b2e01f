import { v7 } from "uuid";
import { takesAccess } from "#domain/access-records/access-record.ts";
import { PORTAL_CHAIN } from "#domain/evidence/evidence-event.ts";
import type { Id } from "#domain/id.ts";
import type { Change } from "../access/change.ts";
import { type AppError, conflict } from "../app-error.ts";
import type { Tx } from "../db/database.ts";
import { insertMany } from "../db/many-rows.ts";
import type { Deps } from "../deps.ts";
import { findDamagedChains } from "../evidence/read-evidence.ts";
import { accessRecords } from "../schema/access-records.ts";
import {
  type AccessEvent,
  type AccessRecordRow,
  accessEvidence,
  accessPerson,
  type Profile,
} from "./access-event.ts";
import { type NotifyDeps, notifyWriters, type RecordedEvent } from "./notify-writers.ts";
import { findOrganizationsOf } from "./queries.ts";

export type AccessDeps = NotifyDeps & Pick<Deps, "log">;

/**
 * Adds the record of each event with its evidence and notifies the writers. It locks the ends of the chains, so call
 * it last. On a damaged chain, access is still removed, with a record outside the chain, but giving access there
 * throws AppError "conflict".
 */
export async function recordAccess(
  { tx, at, attest, recordAll }: Change,
  deps: AccessDeps,
  events: readonly AccessEvent[],
): Promise<void> {
  if (events.length === 0) return;
  const chains = [...new Set(events.map(chainOf))];
  const damaged = await findDamagedChains(tx, chains);
  if (damaged.size > 0)
    deps.log.error({ chains: [...damaged] }, "The evidence of an organization is damaged");
  const recorded = events.map((event) => ({ accessRecordId: v7(), ...event }));
  const records = recorded.map((event) => recordOf(event, at, damaged.has(chainOf(event))));
  if (records.some((record) => record.isOutsideChain && !takesAccess(record))) throw evidenceDamaged();
  await insertMany(tx, accessRecords, records);
  const outside = records.filter(({ isOutsideChain }) => isOutsideChain);
  await recordAll(
    outside.map(({ accessRecordId, organizationId, kind }) => ({
      action: "access.record-outside-chain",
      subjectId: accessRecordId,
      organizationId,
      details: { kind },
    })),
  );
  await notifyWriters(tx, deps, recorded);
  await attest(...records.filter(({ isOutsideChain }) => !isOutsideChain).map(accessEvidence));
}

const chainOf = ({ organizationId }: AccessEvent) => organizationId ?? PORTAL_CHAIN;

/** recordAccess of the same event in each organization of a person; without any, in the portal's own chain. */
export async function recordOfPerson(
  change: Change,
  deps: AccessDeps,
  profile: Profile,
  event: Pick<AccessEvent, "kind" | "actor" | "newEmail">,
): Promise<void> {
  const organizations = await findOrganizationsOf(change.tx, profile.userProfileId, change.at);
  const person = accessPerson(profile);
  await recordAccess(
    change,
    deps,
    (organizations.length > 0 ? organizations : [null]).map((organizationId) => ({
      organizationId,
      person,
      ...event,
    })),
  );
}

function recordOf(event: RecordedEvent, at: Date, isOutsideChain: boolean): AccessRecordRow {
  const { accessRecordId, organizationId, kind, person, actor } = event;
  return {
    accessRecordId,
    organizationId,
    kind,
    at,
    isOutsideChain,
    userProfileId: person.userProfileId,
    personName: person.name,
    personEmail: person.email,
    newEmail: event.newEmail ?? null,
    issuer: event.issuer ?? null,
    permissionType: event.permissionType ?? null,
    previousPermissionType: event.previousPermissionType ?? null,
    invitationId: event.invitationId ?? null,
    documentRecipientId: event.link?.documentRecipientId ?? null,
    linkOpenedAt: event.link?.openedAt ?? null,
    wasCodeRequired: event.link?.wasCodeRequired ?? null,
    actorUserProfileId: actor.userProfileId,
    actorName: actor.name,
    actorEmail: actor.email,
    actorSide: actor.side,
  };
}

/** Publishes a change of access to the company and, if there is one, to the organization. */
export async function publishPermission(
  tx: Tx,
  { live }: Pick<Deps, "live">,
  organizationId: Id | null,
  id: Id,
): Promise<void> {
  if (organizationId !== null)
    await live.publish(tx, { organization: organizationId }, { kind: "permission", id });
  await live.publish(tx, { company: true }, { kind: "permission", id });
}

function evidenceDamaged(): AppError {
  const message =
    "The evidence of this organization doesn't match its records, so no access to it can be given. Nothing was " +
    "changed. The operator of the portal sees what differs with “counterpart verify”.";
  return conflict("evidence-damaged", message);
}
