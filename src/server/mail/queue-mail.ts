import { v7 } from "uuid";
import type { Dollars } from "#domain/decimal.ts";
import type { Id } from "#domain/id.ts";
import type { Tx } from "../db/database.ts";
import type { ComposedMail, Deps } from "../deps.ts";
import { mails } from "../schema/mail.ts";
import { sendMail } from "./send-mail.job.ts";

export type MailToQueue = {
  to: string;
  subject: string;
  text: string;
  html: string;
  attachmentFileId?: Id;
  /** The record that the mail is about, and whose it is. */
  about?: { subjectId: Id; organizationId: Id | null };
  /** The mail holds a code or a link: it is stored encrypted, and erased once sent. */
  carriesCode?: boolean;
  /** It is dropped unless this version of the document that it is about waits for a decision when it is sent. */
  waitingVersion?: number;
  /** It is dropped unless the invoice that it is about is overdue with this amount due when it is sent. */
  waitingAmount?: Dollars;
};

/** The words of a mail as they are stored; encrypted if it has a code or a link. */
export function storedWords(
  { secrets }: Pick<Deps, "secrets">,
  { subject, text, html }: ComposedMail,
  carriesCode: boolean,
) {
  if (!carriesCode) return { subject, text, html, sealed: null };
  return { subject, text: "", html: "", sealed: secrets.seal(JSON.stringify({ text, html })) };
}

/** Queues a mail in the caller's transaction, for each `event` ("document.approved:<id>") once, and always for null. */
export async function queueMail(
  tx: Tx,
  deps: Pick<Deps, "queue" | "clock" | "secrets">,
  mail: MailToQueue,
  event: string | null,
): Promise<void> {
  const {
    to,
    subject,
    text,
    html,
    about,
    attachmentFileId = null,
    carriesCode = false,
    waitingVersion = null,
    waitingAmount = null,
  } = mail;
  const mailId = v7();
  const { rowCount } = await tx
    .insert(mails)
    .values({
      mailId,
      recipient: to,
      ...storedWords(deps, { subject, text, html }, carriesCode),
      attachmentFileId,
      aboutId: about?.subjectId ?? null,
      organizationId: about?.organizationId ?? null,
      waitingVersion,
      waitingAmount,
      event,
      createdAt: deps.clock(),
    })
    // Without a conflict target and without RETURNING, because a caller may add mails but not read any.
    .onConflictDoNothing();
  if (rowCount === 1) await deps.queue.enqueue(tx, sendMail, { mailId });
}
