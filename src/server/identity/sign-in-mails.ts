import { formatDateTime } from "#domain/format.ts";
import type { ComposedMail, MailBrand } from "../deps.ts";
import { composeMail } from "../mail/compose-mail.ts";

/** A mail about a change of a sign-in. Anyone who did not make it chooses a new password. */
function securityMail(
  brand: MailBrand,
  publicUrl: string,
  { heading, paragraphs }: { heading: string; paragraphs: string[] },
): ComposedMail {
  return composeMail(brand, {
    subject: `${heading} (${brand.productName})`,
    heading,
    paragraphs,
    button: { label: "Choose a new password", href: `${publicUrl}/login?step=forgot-password` },
  });
}

/** The mail after a password has changed, in the profile or by a mailed code. */
export function composePasswordChanged(brand: MailBrand, publicUrl: string, at: Date): ComposedMail {
  return securityMail(brand, publicUrl, {
    heading: "Your password was changed",
    paragraphs: [
      `This happened on ${formatDateTime(at.toISOString(), brand.timeZone)}. You're signed out on all other devices.`,
      `If it wasn't you, choose a new password now, with a code sent to this email, and tell ${brand.companyName}.`,
    ],
  });
}

/** The mail after a sign-in in a browser in which the person never signed in before. */
export function composeNewBrowser(
  brand: MailBrand,
  publicUrl: string,
  { browser, at }: { browser: string | null; at: Date },
): ComposedMail {
  const when = formatDateTime(at.toISOString(), brand.timeZone);
  return securityMail(brand, publicUrl, {
    heading: "A new browser signed in as you",
    paragraphs: [
      `${browser ?? "A program"}, on ${when}.`,
      "If it was you, there's nothing you need to do. If not, choose a new password now: this signs you out everywhere.",
    ],
  });
}

/** The mail after a second factor was switched on or off. */
export function composeSecondFactor(
  brand: MailBrand,
  publicUrl: string,
  { isOn, hasPasskey, at }: { isOn: boolean; hasPasskey: boolean; at: Date },
): ComposedMail {
  const heading = `Two-step sign-in is ${isOn ? "on" : "off"}`;
  const when = formatDateTime(at.toISOString(), brand.timeZone);
  return securityMail(brand, publicUrl, {
    heading,
    paragraphs: [
      isOn
        ? `Since ${when} you sign in with your password and a code. You're signed out on all other devices.`
        : `Since ${when} ${hasPasskey ? "only your passkeys sign" : "your password alone signs"} you in.`,
      `If it wasn't you, choose a new password now, with a code sent to this email, and tell ${brand.companyName}.`,
    ],
  });
}

/** What happened to a passkey, and whether that changes how its owner signs in. */
export type PasskeyChange =
  | { change: "add"; name: string; isFirst: boolean }
  | { change: "remove"; name: string; isLast: boolean };

/** The mail after a passkey was added or removed. */
export function composePasskey(
  brand: MailBrand,
  publicUrl: string,
  { at, ...done }: PasskeyChange & { at: Date },
): ComposedMail {
  const heading =
    done.change === "add" ? "A passkey was added to your account" : "One of your passkeys was removed";
  const when = formatDateTime(at.toISOString(), brand.timeZone);
  return securityMail(brand, publicUrl, {
    heading,
    paragraphs: [
      `“${done.name}”, on ${when}. ${describeEffect(done)}`.trim(),
      `If it wasn't you, ${done.change === "add" ? "remove it in your account and " : ""}choose a new password at once, ` +
        `and tell ${brand.companyName}.`,
    ],
  });
}

function describeEffect(done: PasskeyChange): string {
  if (done.change === "add")
    return done.isFirst
      ? "Your password alone is no longer enough to sign in. You're signed out on all other devices."
      : "";
  return done.isLast ? "Your password alone signs you in now." : "";
}

/** The mail to a person and all owners, after someone reset the person's lost factor. */
export function composeFactorReset(
  brand: MailBrand,
  publicUrl: string,
  { name, by, at }: { name: string; by: string | null; at: Date },
): ComposedMail {
  const when = formatDateTime(at.toISOString(), brand.timeZone);
  return composeMail(brand, {
    subject: `Two-step sign-in of ${name} was reset (${brand.productName})`,
    heading: `Two-step sign-in of ${name} was reset`,
    paragraphs: [
      `${by ?? "The portal's operator"} did this on ${when}. The password alone signs ${name} in now.`,
      `If ${name} didn't ask for it, tell ${brand.companyName} at once.`,
    ],
    button: { label: "Sign in", href: `${publicUrl}/login` },
  });
}
