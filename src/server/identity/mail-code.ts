import { type ChangeDeps, change, PORTAL } from "../access/change.ts";
import type { Deps } from "../deps.ts";
import { queueMail } from "../mail/queue-mail.ts";
import type { MailedCode } from "./code-mail.ts";
import { composeCode } from "./code-mail.ts";

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
