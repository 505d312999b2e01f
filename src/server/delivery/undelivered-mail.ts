import { explainRefusal } from "#domain/mail/explain-refusal.ts";
import type { ComposedMail, MailBrand } from "../deps.ts";
import { composeMail } from "../mail/compose-mail.ts";

type Undelivered = {
  recipient: string;
  subject: string;
  failure: string | null;
  /** The document that the mail was about; null: it was about none. */
  uniqueDocumentId: string | null;
};

/** The mail to the company's people who chose it that another mail could not be delivered. */
export function composeUndelivered(brand: MailBrand, publicUrl: string, mail: Undelivered): ComposedMail {
  const { recipient, uniqueDocumentId } = mail;
  const subject = `An email to ${recipient} wasn't delivered`;
  const reason = mail.failure === null ? null : (explainRefusal(mail.failure) ?? mail.failure);
  const next =
    uniqueDocumentId === null
      ? "Correct the address, or reach the person in another way."
      : "You can send it again, or to another address, on the document’s page.";
  return composeMail(brand, {
    subject,
    heading: subject,
    paragraphs: [
      `It was “${mail.subject}”.`,
      ...(reason === null ? [] : [reason]),
      next,
      "You get at most one of these emails a day about each document. You can choose which emails you get under “My account”.",
    ],
    button:
      uniqueDocumentId === null
        ? { label: "See what wasn't delivered", href: `${publicUrl}/admin/undelivered-emails` }
        : {
            label: "Open the document",
            href: `${publicUrl}/admin/documents/${encodeURIComponent(uniqueDocumentId)}`,
          },
  });
}
