import { v7 } from "uuid";
import type { Id } from "#domain/id.ts";
import type { Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { sendMail } from "./send-mail.job.ts";
import { mails } from "./tables.ts";

export type MailToQueue = {
  to: string;
  subject: string;
  text: string;
  html: string;
  attachmentFileId?: Id;
  /** Its words open a door: they are stored encrypted, and forgotten once the mail is sent. */
  carriesCode?: boolean;
};

/**
 * Queues a mail in the caller's transaction. `event` says what happened ("document.approved:<id>"): the same
 * event mails the same person once. Null: every call is a mail of its own.
 */
export async function queueMail(
  tx: Tx,
  deps: Pick<Deps, "queue" | "clock" | "secrets">,
  mail: MailToQueue,
  event: string | null,
): Promise<void> {
  const { to, subject, text, html, attachmentFileId = null, carriesCode = false } = mail;
  const mailId = v7();
  const { rowCount } = await tx
    .insert(mails)
    .values({
      mailId,
      recipient: to,
      subject,
      ...(carriesCode
        ? { text: "", html: "", sealed: deps.secrets.seal(JSON.stringify({ text, html })) }
        : { text, html }),
      attachmentFileId,
      event,
      createdAt: deps.clock(),
    })
    // Without a target and without returning: who may add mails may read none.
    .onConflictDoNothing();
  if (rowCount === 1) await deps.queue.enqueue(tx, sendMail, { mailId });
}
