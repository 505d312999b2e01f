import { unlinkedName } from "#domain/account/person-name-fault.ts";
import { formatDateTime } from "#domain/format.ts";
import type { ComposedMail, MailBrand } from "../deps.ts";
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
      `If this was not you, please tell ${brand.companyName}.`,
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
