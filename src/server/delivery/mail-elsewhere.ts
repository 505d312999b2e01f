import { and, eq } from "drizzle-orm";
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
import { mailRecipient } from "../drafts/announce-sending.ts";
import { describeSent, findWaiting } from "../drafts/waiting-documents.ts";
import { countInvitation, invitePerson, requireInviting } from "../invitations/invite-person.ts";
import { endInvitation } from "../invitations/resend-invitation.ts";
import { documentRecipients } from "../schema/document-recipients.ts";
import { uniqueDocuments } from "../schema/documents.ts";
import { invitations, isPending } from "../schema/invitations.ts";
import { mails } from "../schema/mail.ts";
import { getDelivery } from "./get-delivery.ts";
import { isRecipient, lockRefused, refuseMailed } from "./mail-again.ts";

/**
 * Invites someone by another email, with the document whose mail was refused, in place of their invitation. People with
 * an account change their email themselves or by an owner, so they are refused.
 */
export async function mailElsewhere(
  deps: Deps,
  editor: Editor,
  uniqueDocumentId: Id,
  { mailId, email }: z.output<typeof calls.mailElsewhere.body>,
): Promise<Delivery> {
  const send = async (opened: Change) => {
    const { tx, record } = opened;
    requireInviting(deps, editor);
    const refused = await lockRefused(tx, deps, uniqueDocumentId, mailId);
    const { document, version, delivered } = refused;
    const { organizationId } = document;
    if (delivered.access !== "INVITED") throw conflict("has-account", HAS_ACCOUNT);
    if (delivered.email.toLowerCase() === email.toLowerCase()) throw conflict("same-email", SAME_EMAIL);
    refuseMailed(refused, email);
    const before = await findInvitation(tx, organizationId, delivered.email);
    const [waiting] = await findWaiting(tx, eq(uniqueDocuments.uniqueDocumentId, uniqueDocumentId));
    if (!before || !waiting) throw new Error("An invited recipient or their document is not there.");
    const sent = await describeSent(tx, deps, waiting);
    await tx
      .delete(documentRecipients)
      .where(isRecipient({ uniqueDocumentId, version, email: delivered.email }));
    await tx.delete(mails).where(eq(mails.mailId, mailId));
    const details = { version, mailId };
    await record({ action: "mail.send-elsewhere", subjectId: uniqueDocumentId, organizationId, details });
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
    const recipient = { kind: "TO", email, name: delivered.name, userProfileId: null, invitationId } as const;
    const row = await mailRecipient(opened, deps, { ...sent, version }, recipient);
    await insertMany(tx, documentRecipients, [row]);
    await deps.live.publish(tx, { company: true }, { kind: "mail", id: mailId });
    return getDelivery({ db: tx, clock: deps.clock }, uniqueDocumentId);
  };
  return change(deps, editor, send, { prepare: () => countInvitation(deps, email) });
}

const HAS_ACCOUNT =
  "This person has an account, and emails go to its address. Change the email on their page, and then send again. Nothing was changed.";
const SAME_EMAIL = "This is the address that was refused. Nothing was changed.";

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
