import { and, eq, isNotNull, isNull, like, or } from "drizzle-orm";
import type { Id } from "#domain/id.ts";
import { isSameEmail } from "../account/queries.ts";
import type { Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { storedWords } from "../mail/queue-mail.ts";
import { documentRecipients } from "../schema/document-recipients.ts";
import { uniqueDocuments } from "../schema/documents.ts";
import { mails } from "../schema/mail.ts";
import { sendingEvent } from "./announce-sending.ts";
import { linkOf } from "./mail-readers.ts";
import { composeSending, type Reading } from "./sending-mails.ts";
import { describeSent, findWaiting } from "./waiting-documents.ts";

/**
 * Composes the queued mails of an extended document's version again, with its new last day. Queued reminders and notices
 * of an earlier extension are removed: what is still due is queued again.
 */
export async function renewQueuedMails(tx: Tx, deps: Deps, uniqueDocumentId: Id): Promise<void> {
  const isQueued = and(
    eq(mails.aboutId, uniqueDocumentId),
    isNull(mails.sentAt),
    isNull(mails.givenUpAt),
    isNull(mails.bouncedAt),
  );
  const isOutdated = or(
    isNotNull(mails.waitingVersion),
    like(mails.event, `document.extended:${uniqueDocumentId}:%`),
  );
  await tx.delete(mails).where(and(isQueued, isOutdated));
  const [waiting] = await findWaiting(tx, deps, eq(uniqueDocuments.uniqueDocumentId, uniqueDocumentId));
  if (!waiting) return;
  const { number } = waiting.version;
  const isSending = eq(mails.event, sendingEvent(uniqueDocumentId, number));
  const queued = await tx.select().from(mails).where(and(isQueued, isSending));
  if (queued.length === 0) return;
  const sent = { ...(await describeSent(tx, deps, waiting)), isAgain: number > 1 };
  for (const { mailId, recipient, sealed } of queued) {
    const reading = await readingOf(tx, deps, { uniqueDocumentId, version: number, email: recipient });
    // A link that a former version of the portal made cannot be written again: its mail stays as it is.
    if (sealed !== null && typeof reading !== "object") continue;
    const mail = composeSending(deps.settings.now(), deps.env.publicUrl, sent, reading);
    await tx
      .update(mails)
      .set(storedWords(deps, mail, sealed !== null))
      .where(eq(mails.mailId, mailId));
  }
}

async function readingOf(
  tx: Tx,
  deps: Deps,
  { uniqueDocumentId, version, email }: { uniqueDocumentId: Id; version: number; email: string },
): Promise<Reading> {
  const [row] = await tx
    .select()
    .from(documentRecipients)
    .where(
      and(
        eq(documentRecipients.uniqueDocumentId, uniqueDocumentId),
        eq(documentRecipients.versionNumber, version),
        isSameEmail(documentRecipients.email, email),
      ),
    );
  if (row?.kind === "CC") return "colleague";
  return (row && linkOf(deps, row)) ?? "member";
}
