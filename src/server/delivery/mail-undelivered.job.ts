import { and, eq, isNotNull } from "drizzle-orm";
import { change, PORTAL } from "../access/change.ts";
import { findOwner } from "../account/find-owner.ts";
import { findMailedAbout, findMailedOfAll } from "../account/mail-choices.ts";
import { todayOf } from "../documents/queries.ts";
import { defineJob } from "../jobs/job.ts";
import { queueMail } from "../mail/queue-mail.ts";
import { MAIL_UNDELIVERED } from "../mail/send-mail.job.ts";
import { uniqueDocuments } from "../schema/documents.ts";
import { mails } from "../schema/mail.ts";
import { composeUndelivered } from "./undelivered-mail.ts";

/** Begins the events of the mails of this job, which themselves are announced to no one. */
const EVENT = "mail.undelivered:";

/** Mails the company's people who chose it that a mail was given up: about one document once a day. */
export const mailUndelivered = defineJob({
  name: MAIL_UNDELIVERED.name,
  payload: MAIL_UNDELIVERED.payload,
  run: (deps, { mailId }) =>
    change(deps, PORTAL, async ({ tx, at }) => {
      const [found] = await tx
        .select({ mail: mails, document: uniqueDocuments })
        .from(mails)
        .leftJoin(uniqueDocuments, eq(uniqueDocuments.uniqueDocumentId, mails.aboutId))
        .where(and(eq(mails.mailId, mailId), isNotNull(mails.givenUpAt)));
      // It was sent again in the meantime.
      if (!found || found.mail.event?.startsWith(EVENT)) return;
      const { mail, document } = found;
      const owner = document && (await findOwner(tx, document));
      const people = document
        ? await findMailedAbout(tx, "undelivered", owner?.userProfileId ?? null)
        : await findMailedOfAll(tx, "undelivered");
      const uniqueDocumentId = document?.uniqueDocumentId ?? null;
      const composed = composeUndelivered(deps.settings.now(), deps.env.publicUrl, {
        ...mail,
        uniqueDocumentId,
      });
      const event = `${EVENT}${uniqueDocumentId ?? mailId}:${todayOf(deps, at)}`;
      const about = document && {
        subjectId: document.uniqueDocumentId,
        organizationId: document.organizationId,
      };
      for (const { email } of people) {
        if (email.toLowerCase() === mail.recipient.toLowerCase()) continue;
        await queueMail(tx, deps, { to: email, ...(about && { about }), ...composed }, event);
      }
    }),
});
