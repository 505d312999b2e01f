import { and, eq, gt, sql } from "drizzle-orm";
import type { Id } from "#domain/id.ts";
import type { Change } from "../access/change.ts";
import type { DbOrTx } from "../db/database.ts";
import { isAnyOf } from "../db/many-rows.ts";
import type { ComposedMail, Deps } from "../deps.ts";
import { type DocumentRow, findNewestVersions, type VersionRow } from "../documents/queries.ts";
import { readingToken } from "../documents/reading-link.ts";
import { renewInvitation } from "../invitations/invite-person.ts";
import { findInvitedAt, invitationHash } from "../invitations/queries.ts";
import { queueMail } from "../mail/queue-mail.ts";
import { documentRecipients } from "../schema/document-recipients.ts";
import { invitations, isPending } from "../schema/invitations.ts";
import { organizationPermissions } from "../schema/permissions.ts";
import { findColleagues, findMembers, onceEach } from "./find-recipients.ts";
import type { Reading } from "./sending-mails.ts";

/** Mails those who were mailed the newest version about what became of it. Other members are only notified. */
export async function mailReaders(
  { tx, at }: Change,
  deps: Deps,
  document: DocumentRow,
  outcome: "recalled" | "withdrawn" | "extended",
  compose: (reading: Reading | null) => ComposedMail,
): Promise<void> {
  const { uniqueDocumentId: subjectId, organizationId } = document;
  const about = { subjectId, organizationId };
  const event = `document.${outcome}:${subjectId}:${at.toISOString()}`;
  for (const { email: to, reading, invitationId } of await findReaders(tx, deps, document)) {
    // Only an extended document can be opened by a link.
    const isLinked = outcome === "extended" && invitationId !== null;
    await queueMail(tx, deps, { to, about, ...compose(reading), carriesCode: isLinked }, event);
    if (isLinked) await renewInvitation(tx, invitationId, at);
  }
}

type Reader = {
  email: string;
  /** Null: a link that a former version of the portal made cannot be mailed again. */
  reading: Reading | null;
  /** Of someone who has not joined; null: a member or a colleague. */
  invitationId: Id | null;
};

async function findReaders(
  tx: DbOrTx,
  deps: Deps,
  { uniqueDocumentId, organizationId }: DocumentRow,
): Promise<Reader[]> {
  const version = (await findNewestVersions(tx, [uniqueDocumentId])).get(uniqueDocumentId);
  const members = await findMembers(tx, organizationId);
  const rows = version ? await findMailed(tx, version) : [];
  // Former versions of the portal mailed every member, and kept no recipients.
  if (!version || rows.length === 0) return members.map(asMember);
  const colleagues = await findColleagues(tx);
  const joined = new Set(await findJoinedSince(tx, organizationId, version.sentAt));
  const chosen = rows.flatMap((row): Reader[] => {
    const ids = [row.userProfileId, row.joinedId].filter((id) => id !== null);
    const isIt = (one: { email: string; userProfileId: Id }) =>
      ids.length > 0 ? ids.includes(one.userProfileId) : one.email.toLowerCase() === row.email.toLowerCase();
    if (row.kind === "CC")
      return colleagues
        .filter(isIt)
        .map(({ email }) => ({ email, reading: "colleague", invitationId: null }));
    const member = members.find(isIt);
    if (member) return [asMember(member)];
    const { email, invitationId } = row;
    return invitationId !== null && row.isInvited
      ? [{ email, invitationId, reading: linkOf(deps, row) }]
      : [];
  });
  return onceEach([
    ...chosen,
    ...members.filter(({ userProfileId }) => joined.has(userProfileId)).map(asMember),
  ]);
}

function asMember({ email }: { email: string }): Reader {
  return { email, reading: "member", invitationId: null };
}

/** The link of a recipient who has not joined. Null: a former version of the portal made it, which kept no token. */
export function linkOf(
  deps: Pick<Deps, "secrets">,
  {
    documentRecipientId,
    tokenHash,
  }: Pick<typeof documentRecipients.$inferSelect, "documentRecipientId" | "tokenHash">,
): { linkToken: string } | null {
  const linkToken = readingToken(deps, documentRecipientId);
  return invitationHash(deps, linkToken) === tokenHash ? { linkToken } : null;
}

function findMailed(reader: DbOrTx, { uniqueDocumentId, number }: VersionRow) {
  const { documentRecipientId, kind, email, userProfileId, invitationId, tokenHash } = documentRecipients;
  return reader
    .select({
      documentRecipientId,
      kind,
      email,
      userProfileId,
      invitationId,
      tokenHash,
      joinedId: invitations.usedByUserProfileId,
      isInvited: sql<boolean>`${isPending()}`,
    })
    .from(documentRecipients)
    .leftJoin(invitations, eq(invitations.invitationId, invitationId))
    .where(
      and(
        eq(documentRecipients.uniqueDocumentId, uniqueDocumentId),
        eq(documentRecipients.versionNumber, number),
      ),
    );
}

/** Members who joined after a sending, which they were mailed then, unless its sender had invited and left them out. */
async function findJoinedSince(reader: DbOrTx, organizationId: Id, sentAt: Date): Promise<Id[]> {
  const { userId, createdAt } = organizationPermissions;
  const isSince = and(eq(organizationPermissions.organizationId, organizationId), gt(createdAt, sentAt));
  const joined = await reader.select({ userId }).from(organizationPermissions).where(isSince);
  const { invitationId, usedByUserProfileId } = invitations;
  const used = await reader
    .select({ invitationId, usedByUserProfileId, sentAt: invitations.sentAt })
    .from(invitations)
    .where(
      and(
        isAnyOf(
          usedByUserProfileId,
          joined.map((row) => row.userId),
        ),
        eq(invitations.organizationId, organizationId),
      ),
    );
  const invitedAt = await findInvitedAt(reader, used);
  const leftOut = used.filter((one) => (invitedAt.get(one.invitationId) ?? one.sentAt) <= sentAt);
  const leftOutIds = new Set(leftOut.map((one) => one.usedByUserProfileId));
  return joined.map((row) => row.userId).filter((id) => !leftOutIds.has(id));
}
