import { eq } from "drizzle-orm";
import type { Id } from "#domain/id.ts";
import type { Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { sendingEvent } from "../drafts/announce-sending.ts";
import { findMailed, isAccountOf } from "../drafts/find-recipients.ts";
import { composeSending } from "../drafts/sending-mails.ts";
import { describeSent, findWaiting } from "../drafts/waiting-documents.ts";
import { findInvitedAt, type InvitationRow } from "../invitations/queries.ts";
import { queueMail } from "../mail/queue-mail.ts";
import { notify } from "../notifications/notify.ts";
import { uniqueDocuments } from "../schema/documents.ts";

type MailDeps = Pick<Deps, "env" | "settings" | "queue" | "clock" | "secrets" | "live">;

/**
 * Notifies someone who has just joined an organization of the documents that wait for its decision, and mails them those
 * that they were not mailed yet, with the sender's message. People whom the sender had invited and left out are only notified.
 */
export async function mailEarlierDocuments(
  tx: Tx,
  deps: MailDeps,
  invitation: InvitationRow & { organizationId: Id },
  { userProfileId, email }: { userProfileId: Id; email: string },
): Promise<void> {
  const { organizationId } = invitation;
  const invitedAt = (await findInvitedAt(tx, [invitation])).get(invitation.invitationId) ?? invitation.sentAt;
  for (const waiting of await findWaiting(tx, deps, eq(uniqueDocuments.organizationId, organizationId))) {
    const { document, version } = waiting;
    const { uniqueDocumentId, slug } = document;
    const name = document.sentName ?? document.name;
    const event = sendingEvent(uniqueDocumentId, version.number);
    const notice = { message: `${name} is here for you to read`, link: `/doc/${slug}`, event };
    await notify(tx, deps, { organization: organizationId }, notice, [{ userProfileId }]);
    const mailed = await findMailed(tx, uniqueDocumentId, version.number);
    if (mailed.some(isAccountOf({ userProfileId, email }))) continue;
    if (mailed.length > 0 && invitedAt <= version.sentAt) continue;
    const sent = await describeSent(tx, deps, waiting);
    const mail = composeSending(deps.settings.now(), deps.env.publicUrl, sent, "member");
    const about = { subjectId: uniqueDocumentId, organizationId };
    await queueMail(tx, deps, { to: email, about, ...mail }, event);
  }
}
