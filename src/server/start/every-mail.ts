import { formatMailedCode } from "#domain/account/sign-in.ts";
import { writeAnchor } from "#domain/evidence/anchor.ts";
import type { ListedMail } from "#domain/mail/listed-mail.ts";
import { composeAccessNotice, describeAccess } from "../access-records/access-mail.ts";
import { composeSignedCopy } from "../agreements/signed-copy-mail.ts";
import { composeSigningCode } from "../agreements/signing-code-mail.ts";
import { composeSigningRequest } from "../agreements/signing-request-mail.ts";
import { composeAnnouncement } from "../announcements/announcement-mail.ts";
import {
  composeAcceptance,
  composeApproval,
  composeDecline,
  composeOwnAcceptance,
} from "../documents/decision-mails.ts";
import { composeSending } from "../drafts/sending-mail.ts";
import { composeRecall, composeWithdrawal } from "../drafts/take-back-mails.ts";
import { composeCode } from "../identity/code-mail.ts";
import {
  composeFactorReset,
  composeNewBrowser,
  composePasskey,
  composePasswordChanged,
  composeSecondFactor,
} from "../identity/sign-in-mails.ts";
import { composeInvitation } from "../invitations/invitation-mail.ts";
import { composeInvoiceMail } from "../invoices/invoice-mail.ts";
import type { ComposedMail, MailBrand } from "../mail/compose-mail.ts";
import { composeVerified } from "../organizations/verified-mail.ts";
import { composeEmailChange, composeOldEmail } from "../people/email-change-mail.ts";

/** A mail that the portal sends, composed with sample values by the code that sends it. */
export type MailKind = Omit<ListedMail, "subject" | "text"> & {
  compose: (brand: MailBrand, publicUrl: string) => ComposedMail;
};

const ORGANIZATION = "Harbour Coffee Roasters";
const ADA = { userName: "Ada Byron", userEmail: "ada@harbour.example" };
const AT = new Date("2026-11-20T23:41:05Z");
const UNTIL = new Date("2026-11-27T23:41:05Z");
const TOKEN = "sample-of-a-link";
const ANCHOR = writeAnchor({
  chain: "harbour",
  position: 12,
  head: "7c".repeat(32),
  publicKey: "k".repeat(43),
  signature: "s".repeat(86),
});
const PROPOSAL = {
  ...ADA,
  anchor: ANCHOR,
  ...{
    name: "Website for Harbour",
    externalId: "P-1042",
    documentType: "PROPOSAL",
    slug: "website-for-harbour",
  },
  decidedAt: AT,
};
const PRICE = {
  total: "21608.13",
  hidesPrices: false,
  label: "Total inc. GST",
  hasGst: true,
  unpricedNote: null,
};
const SIGNED = {
  name: "General terms",
  ...ADA,
  signedAt: AT,
  organizationName: ORGANIZATION,
  isRepeat: false,
  anchor: ANCHOR,
};
const INVITED = { token: TOKEN, inviterName: "Noah Castellan", expiresAt: UNTIL };

const INVITATION_EVENT = {
  kind: "invite",
  person: { userProfileId: null, name: ADA.userName, email: ADA.userEmail },
  actor: { name: "Noah Castellan", side: "company" },
  permissionType: "write",
  organizationName: ORGANIZATION,
} as const;

const CODES = `The code has 8 digits. Once many were requested or guessed, it has 16 letters and digits, such as ${formatMailedCode("k7mp2xqd9wrth4vc")}`;
const EACH_TIME = "Each time";
const MEMBERS = "Every member of the organization";
const SIGNER = "The person who signed";

/** Every mail that the portal sends. docs/mails.md and /admin/mails show them. */
export const MAIL_KINDS: readonly MailKind[] = [
  {
    mailKind: "password-code",
    name: "Code for a new password",
    when: `Somebody asks for a new password. ${CODES}`,
    to: "The email of the account, if there is one",
    again: EACH_TIME,
    compose: (brand) => composeCode(brand, { purpose: "reset-password", code: "40718265" }),
  },
  {
    mailKind: "email-code",
    name: "Code for an email address",
    when: `Somebody signs in for the first time, and their email is not confirmed. ${CODES}`,
    to: "The email of the account",
    again: EACH_TIME,
    compose: (brand) => composeCode(brand, { purpose: "verify-email", code: "40718265" }),
  },
  {
    mailKind: "password-changed",
    name: "Your password was changed",
    when: "A person changes their password, or chooses a new one by code",
    to: "The email of the account",
    again: EACH_TIME,
    compose: (brand, publicUrl) => composePasswordChanged(brand, publicUrl, AT),
  },
  {
    mailKind: "new-browser",
    name: "A new browser signed in",
    when: "Somebody signs in with a browser or program that the account does not know, but not at the first sign-in",
    to: "The email of the account",
    again: EACH_TIME,
    compose: (brand, publicUrl) =>
      composeNewBrowser(brand, publicUrl, { browser: "Chrome on Windows", at: AT }),
  },
  {
    mailKind: "second-factor",
    name: "Second factor on or off",
    when: "A person switches their second factor on or off",
    to: "The email of the account",
    again: EACH_TIME,
    compose: (brand, publicUrl) =>
      composeSecondFactor(brand, publicUrl, { isOn: true, hasPasskey: false, at: AT }),
  },
  {
    mailKind: "passkey",
    name: "Passkey added or removed",
    when: "A person adds or removes a passkey",
    to: "The email of the account",
    again: EACH_TIME,
    compose: (brand, publicUrl) =>
      composePasskey(brand, publicUrl, {
        deed: "add",
        name: "Chrome on Windows",
        isFirst: true,
        at: AT,
      }),
  },
  {
    mailKind: "factor-reset",
    name: "Lost second factor reset",
    when: "An owner, or the command line, resets the second factor of a person who lost it",
    to: "The email of the account, and all owners",
    again: EACH_TIME,
    compose: (brand, publicUrl) =>
      composeFactorReset(brand, publicUrl, { name: "Ada Byron", by: "Grace Hopper", at: AT }),
  },
  {
    mailKind: "company-invitation",
    name: "Invitation to the company",
    when: "An owner invites a colleague",
    to: "The invited email",
    again: "Each invitation",
    compose: (brand, publicUrl) =>
      composeInvitation(brand, publicUrl, {
        ...INVITED,
        ...{ organizationName: null, adminRole: "editor", permissionType: null },
      }),
  },
  {
    mailKind: "organization-invitation",
    name: "Invitation to an organization",
    when: "The company invites a person of a client, or grants a request for one",
    to: "The invited email",
    again: "Each invitation",
    compose: (brand, publicUrl) =>
      composeInvitation(brand, publicUrl, {
        ...INVITED,
        ...{ organizationName: ORGANIZATION, adminRole: null, permissionType: "write" },
      }),
  },
  {
    mailKind: "new-email",
    name: "Confirmation of a new email",
    when: "The company corrects the email of a person",
    to: "The new email",
    again: EACH_TIME,
    compose: (brand, publicUrl) =>
      composeEmailChange(brand, publicUrl, {
        ...{ personName: ADA.userName, email: "ada@old.example", newEmail: ADA.userEmail },
        ...{ token: TOKEN, expiresAt: UNTIL },
      }),
  },
  {
    mailKind: "old-email",
    name: "An email has changed",
    when: "A person has confirmed their new email",
    to: "The old email",
    again: EACH_TIME,
    compose: composeOldEmail,
  },
  {
    mailKind: "organization-active",
    name: "An organization is active",
    when: "An owner verifies an organization",
    to: MEMBERS,
    again: "Each time it is verified, also after it was deactivated",
    compose: (brand, publicUrl) => composeVerified(brand, publicUrl, ORGANIZATION),
  },
  {
    mailKind: "announcement",
    name: "Announcement",
    when: "The company notifies organizations and chooses to mail",
    to: "Every member of the chosen organizations, once also as a member of several",
    again: "Each announcement",
    compose: (brand, publicUrl) =>
      composeAnnouncement(brand, publicUrl, {
        title: "Closed over the holidays",
        text: "Our office is closed from 24 December to 4 January. We answer again from 5 January.",
        link: null,
      }),
  },
  {
    mailKind: "document-sent",
    name: "A document was sent",
    when: "The company sends a document for a decision",
    to: MEMBERS,
    again: "Each version that is sent",
    compose: (brand, publicUrl) =>
      composeSending(brand, publicUrl, {
        ...PROPOSAL,
        ...{ senderName: "Noah Castellan", isAgain: false },
        message: "Here is what we talked about on Tuesday. I am glad to explain any part of it.",
      }),
  },
  {
    mailKind: "document-recalled",
    name: "A document was recalled",
    when: "The company takes a document back to change it",
    to: MEMBERS,
    again: "Each version that is recalled",
    compose: (brand) => composeRecall(brand, { ...PROPOSAL, senderName: "Noah Castellan" }),
  },
  {
    mailKind: "document-withdrawn",
    name: "A document was withdrawn",
    when: "The company withdraws a document for good",
    to: MEMBERS,
    again: "Never: a document is withdrawn once",
    compose: (brand, publicUrl) =>
      composeWithdrawal(brand, publicUrl, {
        ...PROPOSAL,
        ...{ senderName: "Noah Castellan", reason: "The price of oak has gone up." },
      }),
  },
  {
    mailKind: "document-accepted",
    name: "A client accepted what you sent",
    when: "The PDF of an accepted document is ready",
    to: "The colleague who sent it",
    again: "Each version that is accepted",
    compose: (brand, publicUrl) =>
      composeAcceptance(brand, publicUrl, {
        ...PROPOSAL,
        ...{ uniqueDocumentId: "sample", organizationName: ORGANIZATION },
        ...{ price: PRICE, isAttached: true },
      }),
  },
  {
    mailKind: "access-changed",
    name: "The access to an organization was changed",
    when: "A person is invited, joins, gets another right or loses it, or the company changes their email or resets their second factor",
    to: "Everybody else in the organization who may accept, and the person",
    again: EACH_TIME,
    compose: (brand, publicUrl) =>
      composeAccessNotice(brand, publicUrl, {
        sentences: [describeAccess(brand.companyName, INVITATION_EVENT, "mail")],
        organizationName: ORGANIZATION,
        isOwn: false,
      }),
  },
  {
    mailKind: "document-approved",
    name: "A document was accepted",
    when: "The PDF of an accepted document is ready",
    to: "Everybody else in the organization who may accept",
    again: "Each version that is accepted",
    compose: (brand, publicUrl) =>
      composeApproval(brand, publicUrl, {
        ...PROPOSAL,
        ...{ organizationName: ORGANIZATION, price: PRICE, isAttached: true },
      }),
  },
  {
    mailKind: "own-acceptance",
    name: "You accepted a document",
    when: "The PDF of an accepted document is ready",
    to: "The person who accepted it, if they may still accept for the organization",
    again: "Each version that is accepted",
    compose: (brand, publicUrl) =>
      composeOwnAcceptance(brand, publicUrl, {
        ...PROPOSAL,
        ...{ organizationName: ORGANIZATION, price: PRICE, isAttached: true },
      }),
  },
  {
    mailKind: "document-declined",
    name: "A document was declined",
    when: "A client declines a document",
    to: "Everybody who works for the company",
    again: "Each version that is declined",
    compose: (brand, publicUrl) =>
      composeDecline(brand, publicUrl, {
        ...PROPOSAL,
        ...{ uniqueDocumentId: "sample", organizationName: ORGANIZATION },
        reason: "The second stage comes too early for us.",
      }),
  },
  {
    mailKind: "invoice-issued",
    name: "An invoice was issued",
    when: "The company issues an invoice",
    to: MEMBERS,
    again: "Never: an invoice is issued once",
    compose: (brand, publicUrl) =>
      composeInvoiceMail(brand, publicUrl, {
        ...{ invoiceId: "sample", externalId: "INV-0434", name: PROPOSAL.name },
        ...{ dueDate: "2026-12-05", gst: "1964.38", total: "21608.13" },
      }),
  },
  {
    mailKind: "signed-copy",
    name: "Signed copy",
    when: "Somebody with an account has signed a general document",
    to: SIGNER,
    again: "Never: a person signs a version once",
    compose: (brand, publicUrl) =>
      composeSignedCopy(brand, publicUrl, { ...SIGNED, greeting: "Ada", token: null }),
  },
  {
    mailKind: "visitors-signed-copy",
    name: "Signed copy of a visitor",
    when: "Somebody without an account has signed a general document",
    to: "The email that they typed",
    again: "Never: a signer signs a version once",
    compose: (brand, publicUrl) =>
      composeSignedCopy(brand, publicUrl, { ...SIGNED, greeting: null, token: TOKEN }),
  },
  {
    mailKind: "repeated-signed-copy",
    name: "Signed copy, again",
    when: "A visitor has signed the same text again, more than an hour later",
    to: "The email that they typed",
    again: "When they sign the same text once more, at most each hour",
    compose: (brand, publicUrl) =>
      composeSignedCopy(brand, publicUrl, { ...SIGNED, isRepeat: true, greeting: null, token: TOKEN }),
  },
  {
    mailKind: "signing-code",
    name: "Code before a signature",
    when: `A visitor asks for the code that signing needs (SIGNING_CODE=1). ${CODES}`,
    to: "The email that they typed",
    again: EACH_TIME,
    compose: (brand) => composeSigningCode(brand, { documentName: SIGNED.name, code: "40718265" }),
  },
  {
    mailKind: "signing-request",
    name: "Request to sign a new version",
    when: "The company asks earlier signers to sign the published version",
    to: SIGNER,
    again: "Each version, once",
    compose: (brand, publicUrl) =>
      composeSigningRequest(brand, publicUrl, {
        ...{ generalDocumentId: "general-terms", name: SIGNED.name, signedAt: AT },
        ...{ version: 3, signedVersion: 2 },
      }),
  },
];
