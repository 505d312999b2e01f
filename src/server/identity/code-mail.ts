import { formatMailedCode, isLongCode } from "#domain/account/sign-in.ts";
import { type ChangeDeps, change, PORTAL } from "../access/change.ts";
import type { ComposedMail, Deps, MailBrand } from "../deps.ts";
import { composeMail } from "../mail/compose-mail.ts";
import { queueMail } from "../mail/queue-mail.ts";

export const CODE_LIFETIME_MINUTES = 10;

const WORDS: Record<
  MailedCode["purpose"],
  { subject: string; heading: string; use: string; otherwise: string }
> = {
  "reset-password": {
    subject: "Reset your password",
    heading: "Reset your password",
    use: "choose a new password",
    otherwise: "your password stays the same",
  },
  "verify-email": {
    subject: "Your code to verify your email address",
    heading: "Verify your email address",
    use: "verify your email address",
    otherwise: "nothing changes",
  },
};

/** The mail with a code that was requested at the sign-in. */
export function composeCode(brand: MailBrand, { code, purpose }: Omit<MailedCode, "email">): ComposedMail {
  const { subject, heading, use, otherwise } = WORDS[purpose];
  return composeMail(brand, {
    subject: `${subject} (${brand.productName})`,
    heading,
    paragraphs: isLongCode(code)
      ? [
          `Enter this code on the sign-in page to ${use}. It works once and expires in ${CODE_LIFETIME_MINUTES} minutes, in ` +
            "any browser, with or without the dashes.",
          "It is longer than usual because many codes were requested for your email, or wrong ones were typed. " +
            `If that wasn't you, ignore this email and ${otherwise}.`,
        ]
      : [
          `Enter this code to ${use}. It works once and expires in ${CODE_LIFETIME_MINUTES} minutes.`,
          `Didn't ask for this? Ignore this email and ${otherwise}.`,
        ],
    code: formatMailedCode(code),
  });
}

/** A requested code. Only its keyed hash is stored, so it can be read only here. */
export type MailedCode = { email: string; code: string; purpose: "verify-email" | "reset-password" };

/** Mails a code to the person who requested it. Every request sends another mail with a new code. */
export async function mailCode(
  deps: ChangeDeps & Pick<Deps, "queue" | "settings" | "secrets">,
  { email, code, purpose }: MailedCode,
): Promise<void> {
  const mail = composeCode(deps.settings.now(), { code, purpose });
  await change(deps, PORTAL, ({ tx }) =>
    queueMail(tx, deps, { ...mail, to: email, carriesCode: true }, null),
  );
}
