import { unlinkedName } from "#domain/account/person-name-fault.ts";
import { formatMailedCode, isLongCode } from "#domain/account/sign-in.ts";
import { formatDateTime } from "#domain/format.ts";
import type { Id } from "#domain/id.ts";
import type { ComposedMail, MailBrand } from "../deps.ts";
import { CODE_LIFETIME_MINUTES } from "../identity/code-mail.ts";
import { composeMail } from "../mail/compose-mail.ts";

export const CONFIRMATION_DAYS = 30;

type Signed = {
  name: string;
  userName: string;
  userEmail: string;
  signedAt: Date;
  organizationName: string | null;
  /** Whether the person has signed the same text once more. */
  isRepeat: boolean;
  /** How the headline calls the person; null: by no name. */
  greeting: string | null;
  /** With which the person confirms their address; null: it is confirmed. */
  token: string | null;
  anchor: string | null;
};

/** The mail with the copy of what a person signed. */
export function composeSignedCopy(brand: MailBrand, publicUrl: string, signed: Signed): ComposedMail {
  const { name, userName, userEmail, signedAt, organizationName, isRepeat, greeting, token } = signed;
  const when = formatDateTime(signedAt.toISOString(), brand.timeZone);
  const behalf = organizationName === null ? "" : ` on behalf of ${organizationName}`;
  return composeMail(brand, {
    subject: `Your signed copy of ${name}`,
    heading: isRepeat
      ? "You already signed this"
      : greeting === null
        ? "Thanks for signing"
        : `Thanks for signing, ${unlinkedName(greeting)}`,
    paragraphs: [
      `On ${when} “${name}” of ${brand.companyName} was signed by ${unlinkedName(userName)} (${userEmail})${behalf}.`,
      ...(isRepeat
        ? [
            `We received the same signature again. The first one stays valid as it is, with the details given then, and nothing was added. If one of them is wrong, please tell ${brand.companyName}.`,
          ]
        : []),
      "The signed copy is attached as a PDF, with the text as it was signed.",
      `If this wasn't you, please tell ${brand.companyName}.`,
      ...(token
        ? [`Please confirm that this email address is yours. The link works for ${CONFIRMATION_DAYS} days.`]
        : []),
    ],
    ...(token && {
      button: { label: "Confirm my email address", href: confirmationAddress(publicUrl, token) },
    }),
    anchor: signed.anchor,
  });
}

/** Browsers send the part behind "#" to no server, and a program that only follows links confirms nothing. */
function confirmationAddress(publicUrl: string, token: string): string {
  return `${publicUrl}/confirm-signature#${token}`;
}

/** The mail with the code that a visitor types before they sign. */
export function composeSigningCode(
  brand: MailBrand,
  { documentName, code }: { documentName: string; code: string },
): ComposedMail {
  const page = `Enter this code on the page of “${documentName}” of ${brand.companyName}`;
  return composeMail(brand, {
    subject: `Your code to sign ${documentName}`,
    heading: "Confirm your signature",
    paragraphs: isLongCode(code)
      ? [
          `${page}. It works once and expires in ${CODE_LIFETIME_MINUTES} minutes, in any browser, with or without the dashes.`,
          "It is longer than usual because many codes were requested for your email. If that wasn't you, ignore this " +
            "email and nothing will be signed.",
        ]
      : [
          `${page}. It works once and expires in ${CODE_LIFETIME_MINUTES} minutes.`,
          "Didn't ask for this? Ignore this email and nothing will be signed.",
        ],
    code: formatMailedCode(code),
  });
}

type SigningRequest = {
  generalDocumentId: Id;
  version: number;
  name: string;
  /** Null: before versions were counted. */
  signedVersion: number | null;
  signedAt: Date;
};

/** The mail that asks an earlier signer to sign a new version. A visitor's name may be anybody's, so none is in it. */
export function composeSigningRequest(
  brand: MailBrand,
  publicUrl: string,
  requested: SigningRequest,
): ComposedMail {
  const { generalDocumentId, version, name, signedVersion, signedAt } = requested;
  const { companyName, timeZone } = brand;
  const when = formatDateTime(signedAt.toISOString(), timeZone);
  const earlier = signedVersion === null ? "an earlier version" : `version ${signedVersion}`;
  return composeMail(brand, {
    subject: `Please sign the new version of ${name}`,
    heading: "There is a new version to sign",
    paragraphs: [
      `On ${when} you signed ${earlier} of “${name}” of ${companyName}. Version ${version} is published now.`,
      "Please read the new text and sign it. What you signed before stays as it is.",
      `If you didn't sign it, please tell ${companyName}.`,
    ],
    button: {
      label: "Read and sign",
      href: `${publicUrl}/general-document/${encodeURIComponent(generalDocumentId)}`,
    },
  });
}
