import { unlinkedName } from "#domain/account/person-name-fault.ts";
import type { ReminderKind } from "#domain/documents/reminders.ts";
import { documentTypeLabel } from "#domain/documents/unique-document.ts";
import { formatDay } from "#domain/invoices/invoice.ts";
import type { ComposedMail, MailBrand } from "../deps.ts";
import { priceSentences } from "../documents/decision-mails.ts";
import { addressFor, HOW_TO_READ, type Sent } from "../drafts/sending-mails.ts";
import { composeMail } from "../mail/compose-mail.ts";

/** The mail that reminds a recipient of a document that waits for a decision. */
export function composeReminder(
  brand: MailBrand,
  publicUrl: string,
  sent: Sent,
  kind: ReminderKind,
  reading: "member" | { linkToken: string },
): ComposedMail {
  const { name, externalId, documentType, senderName, validUntil } = sent;
  const type = documentTypeLabel(documentType);
  const what = `the ${type} ${externalId}`;
  const sender = `${unlinkedName(senderName)} of ${brand.companyName}`;
  const until = validUntil === null ? null : formatDay(validUntil);
  const heading = {
    UNOPENED: `Reminder: ${name}`,
    UNDECIDED: `${name} waits for your decision`,
    ENDING: `${name} is valid until ${until}`,
  };
  const fact = {
    UNOPENED: `${sender} has sent you ${what}, and you haven't opened it yet.`,
    UNDECIDED: `${sender} has sent you ${what}. It hasn't been accepted or declined yet.`,
    ENDING: `${sender} has sent you ${what}. It can be accepted or declined until ${until}, and only be read after that.`,
  };
  const subject = {
    UNOPENED: `Reminder: ${type} ${externalId}: ${name}, from ${brand.companyName}`,
    UNDECIDED: `${type} ${externalId}: ${heading.UNDECIDED}`,
    ENDING: `${type} ${externalId}: ${heading.ENDING}`,
  };
  return composeMail(brand, {
    subject: subject[kind],
    heading: heading[kind],
    paragraphs: [
      fact[kind],
      ...priceSentences(sent.price),
      HOW_TO_READ[typeof reading === "object" ? "link" : reading],
      ...(until === null || kind === "ENDING" ? [] : [`It is valid until ${until}.`]),
    ],
    button: { label: "Open the document", href: addressFor(publicUrl, sent, reading) },
  });
}
