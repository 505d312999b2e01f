import { and, eq, isNotNull, isNull, or } from "drizzle-orm";
import type { z } from "zod";
import type * as calls from "#contract/admin/delivery.ts";
import type { Delivery } from "#domain/documents/delivery.ts";
import type { Id } from "#domain/id.ts";
import { type Change, change } from "../access/change.ts";
import type { Editor } from "../access/gates.ts";
import { isSameEmail } from "../account/queries.ts";
import { conflict } from "../app-error.ts";
import type { Tx } from "../db/database.ts";
import { insertMany } from "../db/many-rows.ts";
import type { Deps } from "../deps.ts";
import { mailRecipient, sendingEvent } from "../drafts/announce-sending.ts";
import { replaceUsual } from "../drafts/usual-recipients.ts";
import { describeSent, findWaiting, type Waiting } from "../drafts/waiting-documents.ts";
import { countInvitation, invitePerson, requireInviting } from "../invitations/invite-person.ts";
import { endInvitation } from "../invitations/resend-invitation.ts";
import { documentRecipients } from "../schema/document-recipients.ts";
import { uniqueDocuments } from "../schema/documents.ts";
import { invitations, isPending } from "../schema/invitations.ts";
import { mails } from "../schema/mail.ts";
import { getDelivery } from "./get-delivery.ts";
import { isRecipient, lockRefused, refuseMailed } from "./mail-again.ts";

/**
 * Invites someone by another email, with the document whose mail was refused and all others that they were mailed and
 * that still wait, in place of their invitation. People with an account change their email themselves or by an owner, so they are refused.
 */
export async function mailElsewhere(
  deps: Deps,
  editor: Editor,
  uniqueDocumentId: Id,
  { mailId, email }: z.output<typeof calls.mailElsewhere.body>,
): Promise<Delivery> {
  const send = async (opened: Change) => {
    const { tx, recordAll } = opened;
    requireInviting(deps, editor);
    const refused = await lockRefused(tx, deps, uniqueDocumentId, mailId);
    const { document, delivered } = refused;
    const { organizationId } = document;
    if (delivered.access !== "INVITED") throw conflict("has-account", HAS_ACCOUNT);
    if (delivered.email.toLowerCase() === email.toLowerCase()) throw conflict("same-email", SAME_EMAIL);
    refuseMailed(refused, email);
    if (await findInvitation(tx, organizationId, email)) throw conflict("invited", IS_INVITED);
    const before = await findInvitation(tx, organizationId, delivered.email);
    if (!before) throw new Error("An invited recipient is not there.");
    const isWaiting = eq(uniqueDocuments.organizationId, organizationId);
    const moved: Moved[] = [];
    for (const waiting of await findWaiting(tx, deps, isWaiting)) {
      const one = await forgetRecipient(tx, waiting, delivered.email, email);
      if (one) moved.push({ ...one, waiting });
    }
    await recordAll(
      moved.map(({ waiting, mailId: forgotten }) => ({
        action: "mail.send-elsewhere" as const,
        subjectId: waiting.document.uniqueDocumentId,
        organizationId,
        details: { version: waiting.version.number, mailId: forgotten },
      })),
    );
    const { invitationId: withdrawnId, permissionType, firstName, lastName } = before;
    await endInvitation(opened, deps, { invitationId: withdrawnId, to: { organizationId }, by: editor });
    const { invitationId } = await invitePerson(opened, deps, {
      email,
      firstName,
      lastName,
      right: { organizationId, permissionType: permissionType ?? "read" },
      invitedBy: editor,
      isMailed: false,
    });
    await replaceUsual(tx, organizationId, { before: withdrawnId, after: invitationId });
    for (const { waiting, name, mailId: forgotten } of moved) {
      const { number: version } = waiting.version;
      const sent = { ...(await describeSent(tx, deps, waiting)), version };
      const recipient = { kind: "TO" as const, email, userProfileId: null, invitationId };
      const row = await mailRecipient(opened, deps, sent, { ...recipient, name: name || delivered.name });
      await insertMany(tx, documentRecipients, [row]);
      if (forgotten) await deps.live.publish(tx, { company: true }, { kind: "mail", id: forgotten });
    }
    return getDelivery({ ...deps, db: tx }, uniqueDocumentId);
  };
  return change(deps, editor, send, { prepare: () => countInvitation(deps, email) });
}

const HAS_ACCOUNT =
  "This person has an account, and emails go to its address. Change the email on their page, and then send again. Nothing was changed.";
const IS_INVITED =
  "Someone is invited by this address already, so it can't take the place of another person's. Nothing was changed.";
const SAME_EMAIL = "This is the address that was refused. Nothing was changed.";

type Forgotten = { name: string; mailId: Id | null };
type Moved = Forgotten & { waiting: Waiting };

/** Removes a recipient of a version and their mail, unless it was delivered. Null: it was mailed to the other email alone, or to both. */
async function forgetRecipient(
  tx: Tx,
  { document: { uniqueDocumentId }, version: { number } }: Waiting,
  email: string,
  other: string,
): Promise<Forgotten | null> {
  const addressed = { uniqueDocumentId, version: number };
  const isMailTo = (address: string) =>
    and(eq(mails.event, sendingEvent(uniqueDocumentId, number)), isSameEmail(mails.recipient, address));
  const isOther = isRecipient({ ...addressed, email: other });
  if ((await tx.$count(mails, isMailTo(other))) + (await tx.$count(documentRecipients, isOther)) > 0)
    return null;
  const mailed = await tx.select().from(mails).where(isMailTo(email));
  const [row] = await tx
    .delete(documentRecipients)
    .where(isRecipient({ ...addressed, email }))
    .returning();
  const isUndelivered = or(isNull(mails.sentAt), isNotNull(mails.bouncedAt));
  await tx.delete(mails).where(and(isMailTo(email), isUndelivered));
  if (!row && mailed.length === 0) return null;
  return { name: row?.name ?? "", mailId: mailed[0]?.mailId ?? null };
}

/** The pending invitation of an email to an organization. */
async function findInvitation(tx: Tx, organizationId: Id, email: string) {
  const isIt = and(
    eq(invitations.organizationId, organizationId),
    isSameEmail(invitations.email, email),
    isPending(),
  );
  const [found] = await tx.select().from(invitations).where(isIt);
  return found;
}
