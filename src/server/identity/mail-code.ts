import { type ChangeDeps, change, PORTAL } from "../access/change.ts";
import type { Deps } from "../deps.ts";
import { composeMail } from "../mail/compose-mail.ts";
import { queueMail } from "../mail/queue-mail.ts";
import { CODE_LIFETIME_MINUTES, type MailedCode } from "./create-identity.ts";

const WORDS: Record<MailedCode["purpose"], { subject: string; heading: string; use: string }> = {
  "reset-password": {
    subject: "Your code for a new password",
    heading: "Choose a new password",
    use: "Type this code where you asked for it, together with a new password.",
  },
  "verify-email": {
    subject: "Your code to verify your email address",
    heading: "Verify your email address",
    use: "Type this code where you asked for it.",
  },
};

/** Mails a code to the person who requested it. Every request sends another mail with a new code. */
export async function mailCode(
  deps: ChangeDeps & Pick<Deps, "queue" | "env" | "secrets">,
  { email, code, purpose }: MailedCode,
): Promise<void> {
  const { subject, heading, use } = WORDS[purpose];
  const { brand } = deps.env;
  const mail = composeMail(brand, {
    subject: `${subject} (${brand.productName})`,
    heading,
    paragraphs: [
      `${use} It works once, for ${CODE_LIFETIME_MINUTES} minutes.`,
      "If you did not ask for it, you need not do anything: without the code nothing changes.",
    ],
    code,
  });
  await change(deps, PORTAL, ({ tx }) =>
    queueMail(tx, deps, { ...mail, to: email, carriesCode: true }, null),
  );
}
