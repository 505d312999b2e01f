import { formatDateTime } from "#domain/format.ts";
import type { ComposedMail, MailBrand } from "../deps.ts";
import { composeMail } from "../mail/compose-mail.ts";

const EVENTS = {
  added: {
    heading: (name: string) => `Single sign-on with ${name} was added`,
    effect: (name: string) =>
      `Anyone whom ${name} signs in with a colleague's email reads and changes here what that colleague may.`,
  },
  removed: {
    heading: (name: string) => `Single sign-on with ${name} was removed`,
    effect: (name: string) =>
      `The sign-ins that ${name} made have ended. Your colleagues sign in with their password or passkey.`,
  },
  required: {
    heading: (name: string) => `Your company signs in only with ${name}`,
    effect: (name: string) =>
      `Passwords and passkeys no longer sign your colleagues in, and their sign-ins by these have ended. If ${name} fails, ` +
      "the person who runs the portal's server allows passwords again with “counterpart invite-owner”.",
  },
  "not-required": {
    heading: (name: string) => `Your company no longer signs in only with ${name}`,
    effect: (name: string) =>
      `Your colleagues sign in with ${name}, or with their password or passkey as before.`,
  },
};

export type IssuerEvent = keyof typeof EVENTS;

/** The mail to the other owners after single sign-on of the company was changed. */
export function composeCompanyIssuer(
  brand: MailBrand,
  publicUrl: string,
  { name, event, by, at }: { name: string; event: IssuerEvent; by: string | null; at: Date },
): ComposedMail {
  const heading = EVENTS[event].heading(name);
  const when = formatDateTime(at.toISOString(), brand.timeZone);
  return composeMail(brand, {
    subject: `${heading} (${brand.productName})`,
    heading,
    paragraphs: [
      `${by ?? "An owner"} did this on ${when}. ${EVENTS[event].effect(name)}`,
      "If you didn't expect this, ask them at once. Any owner can change it in the settings.",
    ],
    button: { label: "See single sign-on", href: `${publicUrl}/admin/settings` },
  });
}

/** The mail to a person whose account an issuer opens from now on, or no longer. `isOnly`: nothing else opens it. */
export function composeLinkedIdentity(
  brand: MailBrand,
  publicUrl: string,
  { name, isLinked, isOnly = false, at }: { name: string; isLinked: boolean; isOnly?: boolean; at: Date },
): ComposedMail {
  const heading = isLinked ? `You can sign in with ${name}` : `${name} was unlinked from your account`;
  const when = formatDateTime(at.toISOString(), brand.timeZone);
  return composeMail(brand, {
    subject: `${heading} (${brand.productName})`,
    heading,
    paragraphs: [
      isLinked
        ? `On ${when} ${name} signed you in for the first time.${isOnly ? "" : " Your password and passkeys work as before."}`
        : `It was unlinked on ${when}.`,
      `If it wasn't you, ${isLinked ? "unlink it in your account" : "choose a new password"} at once, ` +
        `and tell ${brand.companyName}.`,
      `${isLinked ? "Unlinking ends the sign-ins that it made" : "The sign-ins that it made have ended"}. Until ${name} is ` +
        "removed, a new sign-in there with your verified email address links it again.",
    ],
    button: { label: "See your sign-ins", href: `${publicUrl}/account` },
  });
}
