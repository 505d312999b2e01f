import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import type * as calls from "#contract/admin/delivery.ts";
import type { DeliveredMail, Delivery } from "#domain/documents/delivery.ts";
import type { Id } from "#domain/id.ts";
import { type Change, change } from "../access/change.ts";
import type { Editor } from "../access/gates.ts";
import { isSameEmail } from "../account/queries.ts";
import { AppError, conflict } from "../app-error.ts";
import type { Tx } from "../db/database.ts";
import { insertMany } from "../db/many-rows.ts";
import type { Deps } from "../deps.ts";
import { type DocumentRow, lockAnyDocument } from "../documents/queries.ts";
import { mailRecipient } from "../drafts/announce-sending.ts";
import { linkOf } from "../drafts/mail-readers.ts";
import { composeSending } from "../drafts/sending-mails.ts";
import { describeSent, findWaiting } from "../drafts/waiting-documents.ts";
import { consumeAttempt } from "../http/rate-limit.ts";
import { storedWords } from "../mail/queue-mail.ts";
import { sendMail } from "../mail/send-mail.job.ts";
import { documentRecipients } from "../schema/document-recipients.ts";
import { uniqueDocuments } from "../schema/documents.ts";
import { mails } from "../schema/mail.ts";
import { getDelivery } from "./get-delivery.ts";

/** How often an hour one mail may be sent again. */
const TRIES_OF_ONE = 10;

/**
 * Sends a refused or bounced mail again, to the present email of its recipient. Of two who do so at once, one is refused.
 * What bounced had been sent, so its words may be erased: it is written again, with an id that no late bounce names.
 */
export async function mailAgain(
  deps: Deps,
  editor: Editor,
  uniqueDocumentId: Id,
  { mailId }: z.output<typeof calls.mailAgain.body>,
): Promise<Delivery> {
  const send = async (opened: Change) => {
    const { tx, at, record } = opened;
    const refused = await lockRefused(tx, deps, uniqueDocumentId, mailId);
    const { document, version, delivered } = refused;
    const { email, currentEmail } = delivered;
    // The last day may have moved since it was refused.
    const words = delivered.state === "REFUSED" ? await composeAgain(tx, deps, refused) : null;
    if (email !== currentEmail) {
      refuseMailed(refused, currentEmail);
      await moveRecipient(tx, { uniqueDocumentId, version, email }, currentEmail);
    }
    if (words === null) await writeAgain(opened, deps, refused);
    else {
      await tx
        .update(mails)
        .set({ ...words, recipient: currentEmail, createdAt: at, givenUpAt: null, failure: null })
        .where(eq(mails.mailId, mailId));
      await deps.queue.enqueue(tx, sendMail, { mailId });
    }
    const { organizationId } = document;
    const details = { mailId, version };
    await record({ action: "mail.send-again", subjectId: uniqueDocumentId, organizationId, details });
    await deps.live.publish(tx, { company: true }, { kind: "mail", id: mailId });
    return getDelivery({ ...deps, db: tx }, uniqueDocumentId);
  };
  const limit = { key: `mail again ${mailId}`, max: TRIES_OF_ONE, windowSeconds: 3600 };
  return change(deps, editor, send, { prepare: () => consumeAttempt(deps, [limit]) });
}

/** What a refused mail says now, as it is stored. Null: its link, of a former version of the portal, cannot be mailed again. */
async function composeAgain(
  tx: Tx,
  deps: Deps,
  { document: { uniqueDocumentId }, version, delivered: { access, email } }: Refused,
) {
  const isIt = isRecipient({ uniqueDocumentId, version, email });
  const [row] = await tx.select().from(documentRecipients).where(isIt);
  const link = row ? linkOf(deps, row) : null;
  if (access === "INVITED" && link === null) return null;
  const others = access === "COLLEAGUE" ? "colleague" : "member";
  const reading = access === "INVITED" && link !== null ? link : others;
  const sent = await describeVersion(tx, deps, uniqueDocumentId);
  const mail = composeSending(deps.settings.now(), deps.env.publicUrl, sent, reading);
  return storedWords(deps, mail, access === "INVITED");
}

async function describeVersion(tx: Tx, deps: Deps, uniqueDocumentId: Id) {
  const [waiting] = await findWaiting(tx, deps, eq(uniqueDocuments.uniqueDocumentId, uniqueDocumentId));
  if (!waiting) throw new Error("A document with a refused or bounced mail does not wait.");
  return { ...(await describeSent(tx, deps, waiting)), isAgain: waiting.version.number > 1 };
}

/** Replaces a mail by a new one with a new link for its recipient. */
async function writeAgain(
  opened: Change,
  deps: Deps,
  { document: { uniqueDocumentId }, version, delivered: { mailId, currentEmail } }: Refused,
): Promise<void> {
  const { tx } = opened;
  if (mailId === null) throw new Error("A mail that is sent again is not there.");
  const sent = await describeVersion(tx, deps, uniqueDocumentId);
  const isIt = isRecipient({ uniqueDocumentId, version, email: currentEmail });
  const [before] = await tx.delete(documentRecipients).where(isIt).returning();
  await tx.delete(mails).where(eq(mails.mailId, mailId));
  const { kind, name, userProfileId, invitationId } = before ?? UNRECORDED;
  const recipient = { kind, email: currentEmail, name, userProfileId, invitationId };
  const row = await mailRecipient(opened, deps, { ...sent, version }, recipient);
  if (before) await insertMany(tx, documentRecipients, [row]);
}

/** Someone who joined after the sending has only its mail. */
const UNRECORDED = { kind: "TO", name: "", userProfileId: null, invitationId: null } as const;

type Refused = {
  document: DocumentRow;
  version: number;
  delivered: DeliveredMail;
  others: readonly DeliveredMail[];
};

/** Locks a document and a refused or bounced mail about its newest version, whose recipient can still read it. */
export async function lockRefused(
  tx: Tx,
  deps: Pick<Deps, "settings" | "clock">,
  uniqueDocumentId: Id,
  mailId: Id,
): Promise<Refused> {
  const document = await lockAnyDocument(tx, uniqueDocumentId);
  await tx.select({ mailId: mails.mailId }).from(mails).where(eq(mails.mailId, mailId)).for("update");
  const reading = { ...deps, db: tx };
  const { version, isOpen, recipients } = await getDelivery(reading, uniqueDocumentId);
  const delivered = recipients.find((one) => one.mailId === mailId);
  if (version === null || !delivered) throw new AppError("not-found", "This email no longer exists.");
  if (!isOpen) throw conflict("not-open", REFUSALS["not-open"]);
  if (delivered.state !== "REFUSED" && delivered.state !== "BOUNCED")
    throw conflict("not-refused", REFUSALS["not-refused"]);
  if (delivered.access === null) throw conflict("no-access", REFUSALS["no-access"]);
  return { document, version, delivered, others: recipients.filter((one) => one !== delivered) };
}

const REFUSALS = {
  "not-open": "This document is no longer waiting for a decision. No email was sent.",
  "not-refused": "This email was sent or is on its way. It wasn't sent again.",
  "no-access": "This person is no longer a member or invited. No email was sent.",
};

/** Throws AppError "conflict" if another mail of the same sending went to an email. */
export function refuseMailed({ others }: Pick<Refused, "others">, email: string): void {
  if (others.some((one) => one.email.toLowerCase() === email.toLowerCase()))
    throw conflict("mailed", `This version was emailed to ${email} already. No email was sent.`);
}

type Addressed = { uniqueDocumentId: Id; version: number; email: string };

/** The rows of a recipient of a version, by their email. */
export function isRecipient({ uniqueDocumentId, version, email }: Addressed) {
  return and(
    eq(documentRecipients.uniqueDocumentId, uniqueDocumentId),
    eq(documentRecipients.versionNumber, version),
    isSameEmail(documentRecipients.email, email),
  );
}

async function moveRecipient(tx: Tx, addressed: Addressed, email: string): Promise<void> {
  await tx.update(documentRecipients).set({ email }).where(isRecipient(addressed));
}
