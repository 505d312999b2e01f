import { unlinkedName } from "#domain/account/person-name-fault.ts";
import { formatDateTime } from "#domain/format.ts";
import type { ComposedMail, MailBrand } from "../deps.ts";
import { composeMail } from "../mail/compose-mail.ts";

type EmailChange = { personName: string; email: string; newEmail: string; token: string; expiresAt: Date };

/** The mail to a new email, whose owner confirms it. */
export function composeEmailChange(
  brand: MailBrand,
  publicUrl: string,
  { personName, email, newEmail, token, expiresAt }: EmailChange,
): ComposedMail {
  const until = formatDateTime(expiresAt.toISOString(), brand.timeZone);
  return composeMail(brand, {
    subject: `Confirm your new email at ${brand.companyName}`,
    heading: "Confirm your new email",
    paragraphs: [
      `${unlinkedName(personName)} signs in to ${brand.productName} with ${email}. From now on this shall be ${newEmail}.`,
      `If that is you, please confirm until ${until}. Otherwise you need not do anything: nothing changes.`,
    ],
    button: { label: "Confirm this email", href: `${publicUrl}/confirm-email#${token}` },
  });
}

/** The mail to the email before it. Readers of that mailbox do not learn the new one. */
export function composeOldEmail(brand: MailBrand): ComposedMail {
  return composeMail(brand, {
    subject: `Your sign-in at ${brand.companyName} has a new email`,
    heading: "Your sign-in has a new email",
    paragraphs: [
      `From now on you sign in to ${brand.productName} with your new email; this one no longer works.`,
      `If you did not expect this, please tell ${brand.companyName} at once.`,
    ],
  });
}
