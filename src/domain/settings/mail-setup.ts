import { z } from "zod";
import { StoredEmail } from "../account/user-profile.ts";
import { Timestamp } from "../record-fields.ts";

const TestMail = z.strictObject({
  email: StoredEmail,
  queuedAt: Timestamp,
  sentAt: Timestamp.nullable(),
  /** When it was given up. */
  refusedAt: Timestamp.nullable(),
  /** What the mail server answered last, unless it took the mail. */
  failure: z.string().nullable(),
});

/** Whether emails leave the portal. */
export const MailSetup = z.strictObject({
  /** The mail server; null: none is configured, and emails are stored as files. */
  server: z.string().nullable(),
  /** In a demo, emails are meant to be files. */
  isDemo: z.boolean(),
  /** When the mail server took an email last; null: never since it was configured. */
  lastSentAt: Timestamp.nullable(),
  /** Why the newest email failed, while the mail server has taken none. */
  lastFailure: z.string().nullable(),
  /** The newest test email to the caller; null: none, or it is cleared. */
  test: TestMail.nullable(),
});
export type MailSetup = z.infer<typeof MailSetup>;

/** Why no email reaches people yet; null: nothing is known to be wrong, or it is a demo. */
export function mailFault({
  server,
  isDemo,
  lastSentAt,
}: Pick<MailSetup, "server" | "isDemo" | "lastSentAt">): "no-server" | "never-sent" | null {
  if (server === null) return isDemo ? null : "no-server";
  return lastSentAt === null ? "never-sent" : null;
}
