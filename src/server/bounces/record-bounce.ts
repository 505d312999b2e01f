import { and, eq, isNull } from "drizzle-orm";
import type { Bounce } from "#domain/mail/bounce.ts";
import { type ChangeDeps, change, PORTAL } from "../access/change.ts";
import type { Deps } from "../deps.ts";
import { MAIL_UNDELIVERED } from "../mail/send-mail.job.ts";
import { mails } from "../schema/mail.ts";

/**
 * Records that a mail was returned for good, once; a mail that is not here any more, or is of another portal, is ignored.
 * A report may come before the sending was recorded: the mail is then not sent a second time.
 */
export async function recordBounce(
  deps: ChangeDeps & Pick<Deps, "live" | "queue">,
  { mailId, reason }: Bounce,
): Promise<boolean> {
  return change(deps, PORTAL, async ({ tx, at, record }) => {
    const [mail] = await tx
      .update(mails)
      .set({ bouncedAt: at, givenUpAt: at, failure: reason, sealed: null })
      .where(and(eq(mails.mailId, mailId), isNull(mails.bouncedAt), isNull(mails.givenUpAt)))
      .returning();
    if (!mail) return false;
    const { aboutId, organizationId } = mail;
    await record({
      action: "mail.bounce",
      subjectId: aboutId ?? mailId,
      organizationId,
      details: { mailId },
    });
    await deps.live.publish(tx, { company: true }, { kind: "mail", id: mailId });
    await deps.queue.enqueue(tx, MAIL_UNDELIVERED, { mailId });
    return true;
  });
}
