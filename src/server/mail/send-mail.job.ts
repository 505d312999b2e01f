import { buffer } from "node:stream/consumers";
import { and, eq, isNull, type SQL } from "drizzle-orm";
import { z } from "zod";
import { Id } from "#domain/id.ts";
import { change, PORTAL } from "../access/change.ts";
import type { Deps, OutgoingMail } from "../deps.ts";
import { sha256 } from "../hash-text.ts";
import { defineJob } from "../jobs/job.ts";
import { files } from "../schema/files.ts";
import { mails } from "../schema/mail.ts";
import { withSentence } from "./compose-mail.ts";
import { MailNotSent } from "./mailer.ts";

/** Sends one queued mail. If the process dies between sending and recording that, the retry has the same Message-ID. */
export const sendMail = defineJob({
  name: "send-mail",
  payload: z.object({ mailId: Id }),
  async run(deps, { mailId }) {
    const isUnsent = and(eq(mails.mailId, mailId), isNull(mails.sentAt));
    const [mail] = await deps.db.select().from(mails).where(isUnsent);
    if (!mail) return;
    const words = wordsOf(deps, mail);
    if (!words) {
      await recordMailFailure(deps, mailId, "Its code or link cannot be read any more.");
      return;
    }
    const attachment = mail.attachmentFileId && (await readAttachment(deps, mail.attachmentFileId));
    const isGone = mail.attachmentFileId !== null && !attachment;
    const content = {
      ...(isGone ? withSentence(words, ATTACHMENT_GONE) : words),
      attachments: attachment ? [attachment] : [],
    };
    try {
      await deps.mailer.send({ mailId, to: mail.recipient, subject: mail.subject, ...content });
    } catch (error) {
      await noteRefusal(deps, mailId, wordsOfFailure(error));
      throw error;
    }
    await note(deps, "mail.send", isUnsent, (at) => ({
      sentAt: at,
      sealed: null,
      givenUpAt: null,
      failure: null,
    }));
  },
  onFinalFailure: (deps, { mailId }, failure) => recordMailFailure(deps, mailId, wordsOfFailure(failure)),
});

const MAX_FAILURE_LENGTH = 500;

/** Notes that a mail is never sent, unless it was sent after all. */
async function recordMailFailure(deps: Deps, mailId: Id, failure: string): Promise<void> {
  const isUnsent = and(eq(mails.mailId, mailId), isNull(mails.sentAt));
  await note(deps, "mail.give-up", isUnsent, (at) => ({ givenUpAt: at, failure: brief(failure) }));
}

/** Notes the first failure of a mail. The queue tries again for days, and later failures say the same. */
async function noteRefusal(deps: Deps, mailId: Id, failure: string): Promise<void> {
  const isFirst = and(eq(mails.mailId, mailId), isNull(mails.sentAt), isNull(mails.failure));
  await note(deps, "mail.refuse", isFirst, () => ({ failure: brief(failure) }));
}

function wordsOfFailure(error: unknown): string {
  if (error instanceof MailNotSent) return error.words();
  return error instanceof Error ? error.message : String(error);
}

function brief(failure: string): string {
  return failure.slice(0, MAX_FAILURE_LENGTH);
}

type MailAction = "mail.send" | "mail.refuse" | "mail.give-up";
type OutcomeColumns = (at: Date) => Partial<typeof mails.$inferInsert>;

/** Notes the fate of a mail, if it is new, and tells the company's open pages. */
async function note(
  deps: Deps,
  action: MailAction,
  matches: SQL | undefined,
  outcome: OutcomeColumns,
): Promise<void> {
  await change(deps, PORTAL, async ({ tx, at, record }) => {
    const { mailId: id, aboutId, organizationId } = mails;
    const [mail] = await tx
      .update(mails)
      .set(outcome(at))
      .where(matches)
      .returning({ mailId: id, aboutId, organizationId });
    if (!mail) return;
    const { mailId } = mail;
    // Who it went to stays in the mail's own row, which is cleared when its time has come.
    await record({
      action,
      subjectId: mail.aboutId ?? mailId,
      organizationId: mail.organizationId,
      details: { mailId },
    });
    await deps.live.publish(tx, { company: true }, { kind: "mail", id: mailId });
  });
}

const Words = z.object({ text: z.string(), html: z.string() });

/** The words of a mail; null, and told in the log, if no one can read them any more: no later try could send them. */
function wordsOf(deps: Deps, { mailId, text, html, sealed }: typeof mails.$inferSelect) {
  if (sealed === null) return { text, html };
  try {
    return Words.parse(JSON.parse(deps.secrets.open(sealed)));
  } catch {
    deps.log.error(
      { mailId },
      "A mail is given up: its code or link was encrypted under a secret that DATA_DIR no longer holds. The person has to ask for another one.",
    );
    return null;
  }
}

const ATTACHMENT_GONE =
  "The PDF is not attached: it was removed from the portal before this email was sent. Please ask us if you need it.";

/** Null if the file is no longer there, such as that of a person who was erased. Throws if its bytes were changed. */
async function readAttachment(deps: Deps, fileId: Id): Promise<OutgoingMail["attachments"][number] | null> {
  const [file] = await deps.db.select().from(files).where(eq(files.fileId, fileId));
  const bytes = file && (await deps.files.open(file.sha256));
  if (!bytes) {
    deps.log.warn({ fileId }, "A mail is sent without its attachment, which is no longer there");
    return null;
  }
  const read = await buffer(bytes);
  if (sha256(read) !== file.sha256) throw new Error(`The attached file ${fileId} was changed.`);
  return { fileName: file.fileName, contentType: file.contentType, bytes: read };
}
