import { unlinkedName } from "#domain/account/person-name-fault.ts";
import { documentTypeLabel } from "#domain/documents/unique-document.ts";
import { formatDay } from "#domain/invoices/invoice.ts";
import type { PriceSummary } from "#domain/pricing/price-summary.ts";
import type { ComposedMail, MailBrand } from "../deps.ts";
import { priceSentences } from "../documents/decision-mails.ts";
import { readingAddress } from "../documents/reading-link.ts";
import { composeMail, linesOf } from "../mail/compose-mail.ts";

/** What the mail about a sent document says. */
export type Sent = {
  name: string;
  externalId: string;
  documentType: string;
  uniqueDocumentId: string;
  slug: string;
  organizationName: string;
  senderName: string;
  /** The last day on which it can be accepted; null: none. */
  validUntil: string | null;
  /** What the sender wrote with it. */
  message: string | null;
  /** Whether it was recalled before. */
  isAgain: boolean;
  price: PriceSummary;
};

/** How the reader of a mail about a sent document reaches it. */
export type Reading = "member" | "colleague" | "sample" | { linkToken: string };

/** The mail to a recipient of a document: a member, someone who has not joined yet, or a colleague who gets a copy. */
export function composeSending(
  brand: MailBrand,
  publicUrl: string,
  sent: Sent,
  reading: Reading,
): ComposedMail {
  const { name, externalId, documentType, organizationName, senderName, message, validUntil, isAgain } = sent;
  const isSample = reading === "sample";
  // A sample is of no record, so it has no number.
  const what = isSample
    ? documentTypeLabel(documentType)
    : `${documentTypeLabel(documentType)} ${externalId}`;
  const sender = `${unlinkedName(senderName)} of ${brand.companyName}`;
  const to = reading === "colleague" ? organizationName : "you";
  const source = `${isAgain ? "new version " : ""}from ${brand.companyName}`;
  return composeMail(brand, {
    subject: `${isSample ? "Sample: " : ""}${what}: ${name}, ${source}`,
    heading: isAgain ? `A new version of ${name}` : name,
    paragraphs: [
      isAgain
        ? `${sender} has changed the ${what} and sent it to ${to} again. This version replaces the previous one.`
        : `${sender} has sent ${to} the ${what}.`,
      ...(message === null ? [] : linesOf(message)),
      ...priceSentences(sent.price),
      HOW_TO_READ[typeof reading === "object" ? "link" : reading],
      ...(validUntil === null ? [] : [`It is valid until ${formatDay(validUntil)}.`]),
    ],
    button: { label: "Open the document", href: addressFor(publicUrl, sent, reading) },
  });
}

export const HOW_TO_READ = {
  member:
    "You can read it in your portal. Members who may decide for your organization can accept or decline it there.",
  colleague: "This copy is for you as a colleague. Your client got the document in a separate email.",
  sample:
    "This sample is only for you: your client hasn't received anything. The button opens what they'll see. You can tick and accept there, but nothing is recorded.",
  link: "The button opens it without an account, for you alone: please don't forward this email. To accept or decline it, join the portal: it takes a minute.",
};

type Addressed = Pick<Sent, "uniqueDocumentId" | "slug">;

export function addressFor(
  publicUrl: string,
  { uniqueDocumentId, slug }: Addressed,
  reading: Reading,
): string {
  if (reading === "sample") {
    const id = encodeURIComponent(uniqueDocumentId);
    return `${publicUrl}/admin/preview/${id}/documents/${id}`;
  }
  if (reading === "member") return `${publicUrl}/doc/${slug}`;
  if (reading === "colleague") return `${publicUrl}/admin/documents/${encodeURIComponent(uniqueDocumentId)}`;
  return readingAddress(publicUrl, reading.linkToken);
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
  const subject = `${name} was recalled to be changed`;
  return composeMail(brand, {
    subject: subject,
    heading: subject,
    paragraphs: [
      `${unlinkedName(senderName)} of ${brand.companyName} has recalled the ${documentTypeLabel(documentType)} ${externalId} to change it.`,
      "It can't be read or accepted until it's sent again. You'll get an email then.",
    ],
  });
}

type Withdrawn = RecalledDocument & Addressed & { reason: string };

/** The mail to the recipients of a document, which was withdrawn for good. A link does not open it any more. */
export function composeWithdrawal(
  brand: MailBrand,
  publicUrl: string,
  withdrawn: Withdrawn,
  reading: Reading | null,
): ComposedMail {
  const { name, externalId, documentType, senderName, reason } = withdrawn;
  const subject = `${name} was withdrawn`;
  return composeMail(brand, {
    subject: subject,
    heading: subject,
    paragraphs: [
      `${unlinkedName(senderName)} of ${brand.companyName} has withdrawn the ${documentTypeLabel(documentType)} ${externalId}, so it can no longer be accepted. The reason they gave:`,
      ...linesOf(reason),
    ],
    ...buttonFor(publicUrl, withdrawn, typeof reading === "object" ? null : reading),
  });
}

type Extended = RecalledDocument & Addressed & { validUntil: string };

/** The mail to the recipients of a document, which can now be accepted for longer. */
export function composeExtension(
  brand: MailBrand,
  publicUrl: string,
  extended: Extended,
  reading: Reading | null,
): ComposedMail {
  const { name, externalId, documentType, senderName, validUntil } = extended;
  const subject = `${name} is now valid until ${formatDay(validUntil)}`;
  const to = reading === "colleague" ? "your client" : "you";
  return composeMail(brand, {
    subject: subject,
    heading: subject,
    paragraphs: [
      `${unlinkedName(senderName)} of ${brand.companyName} has given ${to} more time for the ${documentTypeLabel(documentType)} ${externalId}. What it says hasn't changed.`,
      reading === "member"
        ? `Members who may decide for your organization can accept or decline it until ${formatDay(validUntil)}.`
        : `It can be accepted or declined until ${formatDay(validUntil)}.`,
      ...(typeof reading === "object" && reading !== null ? [HOW_TO_READ.link] : []),
    ],
    ...buttonFor(publicUrl, extended, reading),
  });
}

function buttonFor(publicUrl: string, document: Addressed, reading: Reading | null) {
  if (reading === null) return {};
  return { button: { label: "Open the document", href: addressFor(publicUrl, document, reading) } };
}
