import { unlinkedName } from "#domain/account/person-name-fault.ts";
import { documentTypeLabel } from "#domain/documents/unique-document.ts";
import type { ComposedMail, MailBrand } from "../deps.ts";
import { composeMail, linesOf } from "../mail/compose-mail.ts";

type Sent = {
  name: string;
  externalId: string;
  documentType: string;
  slug: string;
  senderName: string;
  /** What the sender wrote with it. */
  message: string | null;
  /** Whether it was recalled before. */
  isAgain: boolean;
};

/** The mail to the members of an organization about a document that was sent to them. */
export function composeSending(brand: MailBrand, publicUrl: string, sent: Sent): ComposedMail {
  const { name, externalId, documentType, slug, senderName, message, isAgain } = sent;
  const what = `the ${documentTypeLabel(documentType)} ${externalId}`;
  return composeMail(brand, {
    subject: isAgain ? `A new version of ${name}` : `${name} from ${brand.companyName}`,
    heading: isAgain ? `A new version of ${name}` : name,
    paragraphs: [
      isAgain
        ? `${unlinkedName(senderName)} of ${brand.companyName} has changed ${what} and sent it again. This version takes the place of the one before.`
        : `${unlinkedName(senderName)} of ${brand.companyName} has sent you ${what}.`,
      ...(message === null ? [] : linesOf(message)),
      "You can read it in your portal. Members who may decide for your organization can accept or decline it there.",
    ],
    button: { label: "Open the document", href: `${publicUrl}/doc/${slug}` },
  });
}

type RecalledDocument = {
  name: string;
  externalId: string;
  documentType: string;
  /** Who took it back. */
  senderName: string;
};

/** The mail to those who may read a document, which was recalled to be changed. */
export function composeRecall(brand: MailBrand, recalled: RecalledDocument): ComposedMail {
  const { name, externalId, documentType, senderName } = recalled;
  const subject = `${name} was taken back to be changed`;
  return composeMail(brand, {
    subject: subject,
    heading: subject,
    paragraphs: [
      `${unlinkedName(senderName)} of ${brand.companyName} has taken back the ${documentTypeLabel(documentType)} ${externalId} to change it.`,
      "It cannot be read or accepted until it is sent again. You will get an email then.",
    ],
  });
}

type Withdrawn = RecalledDocument & { slug: string; reason: string };

/** The mail to those who may read a document, which was withdrawn for good. */
export function composeWithdrawal(brand: MailBrand, publicUrl: string, withdrawn: Withdrawn): ComposedMail {
  const { name, externalId, documentType, senderName, slug, reason } = withdrawn;
  const subject = `${name} was withdrawn`;
  return composeMail(brand, {
    subject: subject,
    heading: subject,
    paragraphs: [
      `${unlinkedName(senderName)} of ${brand.companyName} has withdrawn the ${documentTypeLabel(documentType)} ${externalId}, so it can no longer be accepted. The reason they gave:`,
      ...linesOf(reason),
    ],
    button: { label: "Open the document", href: `${publicUrl}/doc/${slug}` },
  });
}
