import { unlinkedName } from "#domain/account/person-name-fault.ts";
import { documentTypeLabel } from "#domain/documents/unique-document.ts";
import { formatDateTime, formatDollars } from "#domain/format.ts";
import type { PriceSummary } from "#domain/pricing/price-summary.ts";
import type { ComposedMail, MailBrand } from "../deps.ts";
import { composeMail, linesOf } from "../mail/compose-mail.ts";

/** The mails are sent once there is a PDF, and with it the evidence bundle. */
const READY =
  "The PDF of what was approved, and its evidence, which anyone can verify, are ready with the document.";
const ATTACHED =
  "The PDF of what was approved is attached. Its evidence, which anyone can verify, is ready with the document.";

type Decided = {
  name: string;
  externalId: string;
  documentType: string;
  userName: string;
  userEmail: string;
  organizationName: string;
  decidedAt: Date;
  anchor: string | null;
};

type Accepted = Decided & {
  price: PriceSummary;
  /** Whether the PDF is attached; else it is too large. */
  isAttached: boolean;
};

function phrasesOf(brand: MailBrand, decided: Decided) {
  const { userName, userEmail, externalId, documentType, decidedAt } = decided;
  const person = unlinkedName(userName);
  return {
    person,
    personWithEmail: `${person} (${userEmail})`,
    document: `${documentTypeLabel(documentType)} ${externalId}`,
    when: formatDateTime(decidedAt.toISOString(), brand.timeZone),
  };
}

/** The mail to an organization's writers about a document that one of them accepted. */
export function composeApproval(
  brand: MailBrand,
  publicUrl: string,
  approved: Accepted & { slug: string },
): ComposedMail {
  const { person, personWithEmail, document, when } = phrasesOf(brand, approved);
  const subject = `${approved.name} was approved by ${person}`;
  const fact = `The ${document} from ${brand.companyName} was approved by ${personWithEmail} on ${when}.`;
  return composeMail(brand, {
    subject,
    heading: subject,
    paragraphs: [fact, ...totalAndPdf(approved)],
    button: openForClient(publicUrl, approved.slug),
    anchor: approved.anchor,
  });
}

/** The mail to the person who accepted. */
export function composeOwnAcceptance(
  brand: MailBrand,
  publicUrl: string,
  approved: Accepted & { slug: string },
): ComposedMail {
  const { document, when } = phrasesOf(brand, approved);
  const { companyName } = brand;
  const subject = `You accepted ${approved.name}`;
  const fact = `You accepted the ${document} from ${companyName} on behalf of ${approved.organizationName} on ${when}.`;
  return composeMail(brand, {
    subject,
    heading: subject,
    paragraphs: [fact, ...totalAndPdf(approved), `If this wasn't you, please tell ${companyName}.`],
    button: openForClient(publicUrl, approved.slug),
    anchor: approved.anchor,
  });
}

/** The mail to the people of the company about a document that a client has accepted. */
export function composeAcceptance(
  brand: MailBrand,
  publicUrl: string,
  accepted: Accepted & { uniqueDocumentId: string },
): ComposedMail {
  const { person, personWithEmail, document, when } = phrasesOf(brand, accepted);
  const subject = `${accepted.name} was approved by ${person}`;
  const fact = `${personWithEmail} accepted the ${document} for ${accepted.organizationName} on ${when}.`;
  return composeMail(brand, {
    subject,
    heading: subject,
    paragraphs: [fact, ...totalAndPdf(accepted)],
    button: openForCompany(publicUrl, accepted.uniqueDocumentId),
    anchor: accepted.anchor,
  });
}

function openForClient(publicUrl: string, slug: string) {
  return { label: "Open the document", href: `${publicUrl}/doc/${slug}` };
}

function openForCompany(publicUrl: string, uniqueDocumentId: string) {
  const href = `${publicUrl}/admin/documents/${encodeURIComponent(uniqueDocumentId)}`;
  return { label: "Open the document", href };
}

function totalAndPdf({ price, isAttached }: Accepted): string[] {
  return [...priceSentences(price), isAttached ? ATTACHED : READY];
}

/** The total as its reader sees it, a sentence each; nothing where no price is shown. */
export function priceSentences({ total, hidesPrices, label, hasGst, unpricedNote }: PriceSummary): string[] {
  if (total === null) return [];
  const start = hidesPrices ? `${label}:` : "The total is";
  const sum = `${start} ${formatDollars(total)}${hasGst ? ", including GST" : ""}.`;
  return unpricedNote ? [sum, unpricedNote] : [sum];
}

type Declined = Decided & { uniqueDocumentId: string; reason: string | null };

/** The mail to the company's people about a document that a client declined. */
export function composeDecline(brand: MailBrand, publicUrl: string, declined: Declined): ComposedMail {
  const { person, personWithEmail, document, when } = phrasesOf(brand, declined);
  const { name, organizationName, reason } = declined;
  const subject = `${name} was declined by ${person}`;
  const fact = `${personWithEmail} declined the ${document} for ${organizationName} on ${when}.`;
  const why = reason === null ? ["No reason was given."] : ["The reason they gave:", ...linesOf(reason)];
  return composeMail(brand, {
    subject,
    heading: subject,
    paragraphs: [fact, ...why],
    button: openForCompany(publicUrl, declined.uniqueDocumentId),
    anchor: declined.anchor,
  });
}
