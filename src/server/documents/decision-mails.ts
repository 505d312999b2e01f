import { unlinkedName } from "#domain/account/person-name-fault.ts";
import { documentTypeLabel } from "#domain/documents/unique-document.ts";
import { formatDateTime, formatDollars } from "#domain/format.ts";
import type { PriceSummary } from "#domain/pricing/price-summary.ts";
import type { ComposedMail, MailBrand } from "../deps.ts";
import { composeMail, linesOf } from "../mail/compose-mail.ts";

/** The mails are sent once there is a PDF, and with it the evidence bundle. */
const READY =
  "The PDF of what was approved, and its evidence, which anybody can verify, are ready with the document.";
const ATTACHED =
  "The PDF of what was approved is attached. Its evidence, which anybody can verify, is ready with the document.";

type Decided = {
  name: string;
  externalId: string;
  documentType: string;
  userName: string;
  userEmail: string;
  decidedAt: Date;
  anchor: string | null;
};

type Approved = Decided & {
  slug: string;
  price: PriceSummary;
  organizationName: string;
  /** Whether the PDF is attached; else it is too large. */
  isAttached: boolean;
};

/** The mail to an organization's writers about a document that one of them accepted. */
export function composeApproval(brand: MailBrand, publicUrl: string, approved: Approved): ComposedMail {
  const { name, externalId, documentType, userName, userEmail, decidedAt, slug } = approved;
  const subject = `${name} was approved by ${unlinkedName(userName)}`;
  const when = formatDateTime(decidedAt.toISOString(), brand.timeZone);
  return composeMail(brand, {
    subject: subject,
    heading: subject,
    paragraphs: [
      `The ${documentTypeLabel(documentType)} ${externalId} from ${brand.companyName} was approved by ${unlinkedName(userName)} (${userEmail}) on ${when}.`,
      ...totalOf(approved.price),
      approved.isAttached ? ATTACHED : READY,
    ],
    button: { label: "Open the document", href: `${publicUrl}/doc/${slug}` },
    anchor: approved.anchor,
  });
}

/** The mail to the person who accepted. */
export function composeOwnAcceptance(brand: MailBrand, publicUrl: string, approved: Approved): ComposedMail {
  const { name, externalId, documentType, organizationName, decidedAt, slug } = approved;
  const subject = `You accepted ${name}`;
  const when = formatDateTime(decidedAt.toISOString(), brand.timeZone);
  return composeMail(brand, {
    subject: subject,
    heading: subject,
    paragraphs: [
      `You accepted the ${documentTypeLabel(documentType)} ${externalId} from ${brand.companyName} on behalf of ${organizationName} on ${when}.`,
      ...totalOf(approved.price),
      approved.isAttached ? ATTACHED : READY,
      `If this was not you, please tell ${brand.companyName}.`,
    ],
    button: { label: "Open the document", href: `${publicUrl}/doc/${slug}` },
    anchor: approved.anchor,
  });
}

type Accepted = Omit<Approved, "slug"> & { uniqueDocumentId: string };

/** The mail to the colleague who sent a document that a client has accepted. */
export function composeAcceptance(brand: MailBrand, publicUrl: string, accepted: Accepted): ComposedMail {
  const { name, externalId, documentType, userName, userEmail, decidedAt, organizationName } = accepted;
  const subject = `${name} was approved by ${unlinkedName(userName)}`;
  const when = formatDateTime(decidedAt.toISOString(), brand.timeZone);
  return composeMail(brand, {
    subject: subject,
    heading: subject,
    paragraphs: [
      `${unlinkedName(userName)} (${userEmail}) accepted the ${documentTypeLabel(documentType)} ${externalId} for ${organizationName} on ${when}.`,
      ...totalOf(accepted.price),
      accepted.isAttached ? ATTACHED : READY,
    ],
    button: openForCompany(publicUrl, accepted.uniqueDocumentId),
    anchor: accepted.anchor,
  });
}

function openForCompany(publicUrl: string, uniqueDocumentId: string) {
  const href = `${publicUrl}/admin/documents/${encodeURIComponent(uniqueDocumentId)}`;
  return { label: "Open the document", href };
}

function totalOf({ total, hidesPrices, label, hasGst, unpricedNote }: PriceSummary): string[] {
  if (total === null) return [];
  const sum = hidesPrices ? `${label}:` : "The total is";
  return [
    `${sum} ${formatDollars(total)}${hasGst ? ", including GST" : ""}.`,
    ...(unpricedNote ? [unpricedNote] : []),
  ];
}

type Declined = Decided & { uniqueDocumentId: string; organizationName: string; reason: string | null };

/** The mail to the company's people about a document that a client declined. */
export function composeDecline(brand: MailBrand, publicUrl: string, declined: Declined): ComposedMail {
  const { name, externalId, documentType, userName, userEmail, decidedAt, organizationName, reason } =
    declined;
  const subject = `${name} was declined by ${unlinkedName(userName)}`;
  const when = formatDateTime(decidedAt.toISOString(), brand.timeZone);
  return composeMail(brand, {
    subject: subject,
    heading: subject,
    paragraphs: [
      `${unlinkedName(userName)} (${userEmail}) declined the ${documentTypeLabel(documentType)} ${externalId} for ${organizationName} on ${when}.`,
      ...(reason === null ? ["No reason was given."] : ["The reason they gave:", ...linesOf(reason)]),
    ],
    button: openForCompany(publicUrl, declined.uniqueDocumentId),
    anchor: declined.anchor,
  });
}
