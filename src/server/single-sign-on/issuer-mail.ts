import { formatDateTime } from "#domain/format.ts";
import type { ComposedMail, MailBrand } from "../deps.ts";
import { composeMail } from "../mail/compose-mail.ts";

/** The mail to the other owners after one of them added or removed single sign-on of the company. */
export function composeCompanyIssuer(
  brand: MailBrand,
  publicUrl: string,
  { name, isAdded, by, at }: { name: string; isAdded: boolean; by: string | null; at: Date },
): ComposedMail {
  const heading = `Single sign-on with ${name} was ${isAdded ? "added" : "removed"}`;
  const when = formatDateTime(at.toISOString(), brand.timeZone);
  const effect = isAdded
    ? `Anyone whom ${name} signs in with a colleague's email reads and changes here what that colleague may.`
    : `The sign-ins that ${name} made have ended. Your colleagues sign in with their password or passkey.`;
  return composeMail(brand, {
    subject: `${heading} (${brand.productName})`,
    heading,
    paragraphs: [
      `${by ?? "An owner"} did this on ${when}. ${effect}`,
      "If you didn't expect this, ask them at once. Any owner can change it in the settings.",
    ],
    button: { label: "See single sign-on", href: `${publicUrl}/admin/settings` },
  });
}

/** The mail to a person whose account an issuer opens from now on, or no longer. */
export function composeLinkedIdentity(
  brand: MailBrand,
  publicUrl: string,
  { name, isLinked, at }: { name: string; isLinked: boolean; at: Date },
): ComposedMail {
  const heading = isLinked ? `You can sign in with ${name}` : `${name} no longer signs you in`;
  const when = formatDateTime(at.toISOString(), brand.timeZone);
  return composeMail(brand, {
    subject: `${heading} (${brand.productName})`,
    heading,
    paragraphs: [
      isLinked
        ? `On ${when} ${name} signed you in for the first time. Your password and passkeys work as before.`
        : `It was unlinked on ${when}, and the sign-ins that it made have ended.`,
      `If it wasn't you, ${isLinked ? "unlink it in your account" : "choose a new password"} at once, ` +
        `and tell ${brand.companyName}.`,
    ],
    button: { label: "See your sign-ins", href: `${publicUrl}/account` },
  });
}
