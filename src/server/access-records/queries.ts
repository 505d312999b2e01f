import { and, desc, eq, gt, inArray, lte } from "drizzle-orm";
import type { IssuerSetUp } from "#domain/consent/consent.ts";
import type { Id } from "#domain/id.ts";
import { findProfile, findProfilesNamed } from "../account/queries.ts";
import type { DbOrTx } from "../db/database.ts";
import { accessRecords } from "../schema/access-records.ts";
import type { Access } from "../schema/consent-columns.ts";
import { documentRecipients } from "../schema/document-recipients.ts";
import { organizationPermissions } from "../schema/permissions.ts";
import { type AccessEvent, accessPerson } from "./access-event.ts";

/** A person who lost access at most this long ago is still notified, so that removing them first hides no later change. */
export const NOTIFY_AFTER_REMOVAL_MS = 86_400_000;

/** A person as records name them. Read it before a removal: a member's scope shows members only. */
export async function readAccessPerson(reader: DbOrTx, userProfileId: Id): Promise<AccessEvent["person"]> {
  const profile = await findProfile(reader, userProfileId);
  return profile ? accessPerson(profile) : noPerson(userProfileId);
}

/** Returns these people as records name them. */
export async function readAccessPeople(
  reader: DbOrTx,
  ids: readonly Id[],
): Promise<(userProfileId: Id) => AccessEvent["person"]> {
  const profiles = await findProfilesNamed(reader, [...new Set(ids)]);
  const byId = new Map(profiles.map((profile) => [profile.userProfileId, accessPerson(profile)]));
  return (userProfileId) => byId.get(userProfileId) ?? noPerson(userProfileId);
}

function noPerson(userProfileId: Id): never {
  throw new Error(`There is no person ${userProfileId}.`);
}

/** The person's organizations, and those that they left at most a day ago, which still learn of a change of theirs. */
export async function findOrganizationsOf(reader: DbOrTx, userProfileId: Id, now: Date): Promise<Id[]> {
  const { organizationId, userId } = organizationPermissions;
  const present = reader
    .select({ organizationId })
    .from(organizationPermissions)
    .where(eq(userId, userProfileId));
  const left = reader
    .select({ organizationId: accessRecords.organizationId })
    .from(accessRecords)
    .where(
      and(
        eq(accessRecords.userProfileId, userProfileId),
        eq(accessRecords.kind, "remove"),
        gt(accessRecords.at, new Date(now.getTime() - NOTIFY_AFTER_REMOVAL_MS)),
      ),
    );
  const rows = [...(await present), ...(await left)];
  return [...new Set(rows.flatMap((row) => row.organizationId ?? []))].toSorted();
}

type OfMember = { userProfileId: Id; organizationId: Id };

/** The event that gave the person their present write permission; null if it is not recorded, or if they have none. */
export async function findAccess(
  reader: DbOrTx,
  { userProfileId, organizationId }: OfMember,
): Promise<Access | null> {
  const [last] = await reader
    .select()
    .from(accessRecords)
    .where(
      and(
        eq(accessRecords.userProfileId, userProfileId),
        eq(accessRecords.organizationId, organizationId),
        inArray(accessRecords.kind, ["grant", "change", "remove"]),
      ),
    )
    .orderBy(desc(accessRecords.accessRecordId))
    .limit(1);
  if (!last || last.kind === "remove" || last.permissionType !== "write") return null;
  const { accessRecordId, at: since, actorName, actorSide } = last;
  return { accessRecordId, since, actorName, actorSide };
}

/** The issuer that signed a person in, as its record has it now. Null: none did, or its record is not the reader's. */
export async function findIssuerSetUp(
  reader: DbOrTx,
  { issuerRecordId }: { issuerRecordId: Id | null },
): Promise<IssuerSetUp | null> {
  if (issuerRecordId === null) return null;
  const { accessRecordId, issuer, actorSide, actorName } = accessRecords;
  const [record] = await reader
    .select({ issuer, actorSide, actorName })
    .from(accessRecords)
    .where(eq(accessRecordId, issuerRecordId));
  return record?.issuer ? { ...record, issuer: record.issuer } : null;
}

/** The name of who gave a person access, as its record has it now: they may have been erased since. Null: it is not known. */
export async function findAccessGiverName(
  reader: DbOrTx,
  { accessRecordId }: { accessRecordId: Id | null },
): Promise<string | null> {
  if (accessRecordId === null) return null;
  const [record] = await reader
    .select({ actorName: accessRecords.actorName })
    .from(accessRecords)
    .where(eq(accessRecords.accessRecordId, accessRecordId));
  return record?.actorName ?? null;
}

/** How a person joined by the link of a sent document: where it was mailed to, and when. */
export type JoinedByLink = {
  /** Null: the recipient was removed. */
  mailed: { email: string; at: Date } | null;
  openedAt: Date | null;
  joinedAt: Date;
  wasCodeRequired: boolean;
};

/** How a person who acted by an access record had joined; null: without a document's link, or it is not known. */
export async function findJoinedByLink(
  reader: DbOrTx,
  { accessRecordId, userProfileId, organizationId }: OfRecord,
): Promise<JoinedByLink | null> {
  if (accessRecordId === null || userProfileId === null) return null;
  const { at, linkOpenedAt, wasCodeRequired, documentRecipientId } = accessRecords;
  const { email, sentAt } = documentRecipients;
  const [joined] = await reader
    .select({ mailed: { email, at: sentAt }, openedAt: linkOpenedAt, joinedAt: at, wasCodeRequired })
    .from(accessRecords)
    .leftJoin(documentRecipients, eq(documentRecipients.documentRecipientId, documentRecipientId))
    .where(
      and(
        eq(accessRecords.userProfileId, userProfileId),
        eq(accessRecords.organizationId, organizationId),
        eq(accessRecords.kind, "grant"),
        // A right that was changed later does not tell how they joined.
        lte(accessRecords.accessRecordId, accessRecordId),
      ),
    )
    .orderBy(desc(accessRecords.accessRecordId))
    .limit(1);
  const wasRequired = joined?.wasCodeRequired ?? null;
  return joined && wasRequired !== null ? { ...joined, wasCodeRequired: wasRequired } : null;
}

type OfRecord = { accessRecordId: Id | null; userProfileId: Id | null; organizationId: Id };
