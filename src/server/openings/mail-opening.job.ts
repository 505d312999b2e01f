import { eq } from "drizzle-orm";
import { z } from "zod";
import { displayName } from "#domain/account/user-profile.ts";
import { Id } from "#domain/id.ts";
import { Timestamp } from "#domain/record-fields.ts";
import { change, PORTAL } from "../access/change.ts";
import { findOwner } from "../account/find-owner.ts";
import { findOpeningMailed } from "../account/mail-choices.ts";
import { findProfile } from "../account/queries.ts";
import type { Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { defineJob } from "../jobs/job.ts";
import { queueMail } from "../mail/queue-mail.ts";
import { documentRecipients } from "../schema/document-recipients.ts";
import { uniqueDocuments } from "../schema/documents.ts";
import { organizations } from "../schema/organizations.ts";
import { composeOpening } from "./opening-mail.ts";

/** Who opened a document: a member, a recipient with a link, or a visitor of its public view. */
const Reader = z.union([
  z.strictObject({ userProfileId: Id }),
  z.strictObject({ documentRecipientId: Id }),
  z.strictObject({}),
]);
export type Reader = z.infer<typeof Reader>;

/** Mails the owner of a document that it was opened for the first time since it was sent at this time. */
export const mailOpening = defineJob({
  name: "mail-opening",
  payload: z.strictObject({ uniqueDocumentId: Id, sentAt: Timestamp, reader: Reader }),
  run: (deps, { uniqueDocumentId, sentAt, reader }) =>
    change(deps, PORTAL, async ({ tx }) => {
      const [document] = await tx
        .select()
        .from(uniqueDocuments)
        .innerJoin(organizations, eq(organizations.organizationId, uniqueDocuments.organizationId))
        .where(eq(uniqueDocuments.uniqueDocumentId, uniqueDocumentId));
      if (!document) return;
      const { unique_documents: opened, organizations: organization } = document;
      const { organizationId, openedAt, status } = opened;
      // It was sent again or decided in the meantime.
      if (status !== "PENDING" || openedAt === null || opened.sentAt?.toISOString() !== sentAt) return;
      const owner = await findOwner(tx, opened);
      const mailed = await findOpeningMailed(tx, owner?.userProfileId ?? null);
      if (!mailed) return;
      const mail = composeOpening(deps.settings.now(), deps.env.publicUrl, {
        ...opened,
        ...organization,
        openedAt,
        reader: await findReader(tx, reader),
      });
      const about = { subjectId: uniqueDocumentId, organizationId };
      await queueMail(
        tx,
        deps,
        { to: mailed.email, about, ...mail },
        `document.opened:${uniqueDocumentId}:${sentAt}`,
      );
    }),
});

async function findReader(tx: Tx, reader: Reader): Promise<{ name: string; email: string } | null> {
  if ("userProfileId" in reader) {
    const profile = await findProfile(tx, reader.userProfileId);
    return profile && { name: displayName(profile), email: profile.email };
  }
  if (!("documentRecipientId" in reader)) return null;
  const { name, email, documentRecipientId } = documentRecipients;
  const [recipient] = await tx
    .select({ name, email })
    .from(documentRecipients)
    .where(eq(documentRecipientId, reader.documentRecipientId));
  return recipient ?? null;
}

type Openable = { uniqueDocumentId: Id; sentAt: Date | null; openedAt: Date | null };

/** Announces an opening of a document, as it was before, to its owner: the first one since it was sent. */
export async function announceOpening(
  tx: Tx,
  { queue }: Pick<Deps, "queue">,
  { uniqueDocumentId, sentAt, openedAt }: Openable,
  reader: Reader,
): Promise<void> {
  if (sentAt === null || openedAt !== null) return;
  await queue.enqueue(tx, mailOpening, { uniqueDocumentId, sentAt: sentAt.toISOString(), reader });
}
