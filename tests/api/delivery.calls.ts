import { v7 } from "uuid";
import type * as calls from "#contract/admin/delivery.ts";
import { mails } from "#server/schema/mail.ts";
import { makeDocument } from "#tests/support/factories.ts";
import type { TestApp } from "#tests/support/make-app.ts";
import { makeInvitation } from "#tests/support/make-invitation.ts";
import type { PointedAt } from "#tests/support/pointed-calls.ts";

export async function makeOwn({ db }: TestApp) {
  /** A sent document whose mail to someone invited was refused. */
  const makeRefused = async () => {
    const { uniqueDocumentId, organizationId } = await makeDocument(db);
    const recipient = `${uniqueDocumentId}@example.test`;
    await makeInvitation(db, { organizationId, email: recipient });
    const mailId = v7();
    const event = `document.sent:${uniqueDocumentId}:1`;
    const words = { subject: "A proposal", text: "It is here.", html: "<p>It is here.</p>" };
    const refused = { givenUpAt: new Date(), failure: "550 5.1.1 no such mailbox" };
    const about = { aboutId: uniqueDocumentId, organizationId };
    await db.insert(mails).values({ mailId, recipient, event, ...words, ...refused, ...about });
    return { uniqueDocumentId, mailId };
  };
  const again = await makeRefused();
  const elsewhere = await makeRefused();
  return {
    mailedAgainId: again.uniqueDocumentId,
    againMailId: again.mailId,
    mailedElsewhereId: elsewhere.uniqueDocumentId,
    elsewhereMailId: elsewhere.mailId,
  };
}

type Own = keyof Awaited<ReturnType<typeof makeOwn>>;

export const pointed: PointedAt<typeof calls, Own> = {
  getDelivery: ({ mailedAgainId: id }) => ({ params: { id } }),
  mailAgain: ({ mailedAgainId: id, againMailId: mailId }) => ({ params: { id }, body: { mailId } }),
  mailElsewhere: ({ mailedElsewhereId: id, elsewhereMailId: mailId }) => ({
    params: { id },
    body: { mailId, email: `new-${id}@example.test` },
  }),
};
