import { and, asc, eq, sql } from "drizzle-orm";
import { displayName } from "#domain/account/user-profile.ts";
import type { Id } from "#domain/id.ts";
import { summarizePrice } from "#domain/pricing/price-summary.ts";
import type { Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { readContent } from "../documents/content.ts";
import type { DocumentRow } from "../documents/queries.ts";
import { sendingEvent } from "../drafts/announce-sending.ts";
import { composeSending } from "../drafts/sending-mails.ts";
import { queueMail } from "../mail/queue-mail.ts";
import { notify } from "../notifications/notify.ts";
import { userProfiles } from "../schema/account.ts";
import { documentRecipients } from "../schema/document-recipients.ts";
import { documentVersions } from "../schema/document-versions.ts";
import { uniqueDocuments } from "../schema/documents.ts";
import { organizations } from "../schema/organizations.ts";

type MailDeps = Pick<Deps, "env" | "settings" | "queue" | "clock" | "secrets" | "live">;

/**
 * Notifies someone who has just joined an organization of the documents that wait for its decision, and mails them those
 * that they were not mailed yet, with the sender's message. People whom the sender had invited and left out are only notified.
 */
export async function mailEarlierDocuments(
  tx: Tx,
  deps: MailDeps,
  { organizationId, invitedAt }: { organizationId: Id; invitedAt: Date },
  { userProfileId, email }: { userProfileId: Id; email: string },
): Promise<void> {
  for (const { document, version, ...row } of await findWaiting(tx, organizationId)) {
    const { uniqueDocumentId, slug } = document;
    const name = document.sentName ?? document.name;
    const event = sendingEvent(uniqueDocumentId, version.number);
    const notice = { message: `${name} is here for you to read`, link: `/doc/${slug}`, event };
    await notify(tx, deps, { organization: organizationId }, notice, [{ userProfileId }]);
    const { hasRecipients, wasMailed } = await findMailed(tx, uniqueDocumentId, version.number, email);
    if (wasMailed || (hasRecipients && invitedAt <= version.sentAt)) continue;
    const { page } = await readContent(tx, document, null);
    const sent = {
      ...document,
      name,
      organizationName: row.organizationName,
      senderName: row.sender ? displayName(row.sender) : deps.settings.now().companyName,
      message: version.message,
      isAgain: false,
      price: summarizePrice(page),
    };
    const mail = composeSending(deps.settings.now(), deps.env.publicUrl, sent, "member");
    const about = { subjectId: uniqueDocumentId, organizationId };
    await queueMail(tx, deps, { to: email, about, ...mail }, event);
  }
}

type Waiting = {
  document: DocumentRow;
  version: typeof documentVersions.$inferSelect;
  sender: Parameters<typeof displayName>[0] | null;
  organizationName: string;
};

/** The documents that wait for the organization's decision, each with its newest version, the first sent first. */
async function findWaiting(tx: Tx, organizationId: Id): Promise<Waiting[]> {
  const { uniqueDocumentId, number, sentAt, sentByUserProfileId } = documentVersions;
  const newest = sql`(select max(version.number) from document_versions as version
    where version.unique_document_id = ${uniqueDocuments.uniqueDocumentId})`;
  const { firstName, lastName, email } = userProfiles;
  const rows = await tx
    .select({
      document: uniqueDocuments,
      version: documentVersions,
      sender: { firstName, lastName, email },
      organizationName: organizations.organizationName,
    })
    .from(uniqueDocuments)
    .innerJoin(
      documentVersions,
      and(eq(uniqueDocumentId, uniqueDocuments.uniqueDocumentId), eq(number, newest)),
    )
    .innerJoin(organizations, eq(organizations.organizationId, uniqueDocuments.organizationId))
    .leftJoin(userProfiles, eq(userProfiles.userProfileId, sentByUserProfileId))
    .where(and(eq(uniqueDocuments.organizationId, organizationId), eq(uniqueDocuments.status, "PENDING")))
    .orderBy(asc(sentAt));
  return rows;
}

async function findMailed(tx: Tx, id: Id, number: number, email: string) {
  const rows = await tx
    .select({ email: documentRecipients.email })
    .from(documentRecipients)
    .where(and(eq(documentRecipients.uniqueDocumentId, id), eq(documentRecipients.versionNumber, number)));
  const wasMailed = rows.some((row) => row.email.toLowerCase() === email.toLowerCase());
  return { hasRecipients: rows.length > 0, wasMailed };
}
