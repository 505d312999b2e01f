import { hash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { and, eq, gte, isNull, lt, max, or, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Dollars } from "#domain/decimal.ts";
import { Id } from "#domain/id.ts";
import { dayIn } from "#domain/invoices/invoice.ts";
import { change, PORTAL } from "../access/change.ts";
import type { Db } from "../db/database.ts";
import type { Deps, OutgoingMail } from "../deps.ts";
import { defineJob } from "../jobs/job.ts";
import { documentVersions } from "../schema/document-versions.ts";
import { invoices, isUnpaid, uniqueDocuments, waitsForDecision } from "../schema/documents.ts";
import { files } from "../schema/files.ts";
import { mails } from "../schema/mail.ts";
import { withSentence } from "./compose-mail.ts";
import { MailNotSent } from "./mailer.ts";

/**
 * Sends one queued mail, and gives it up if the server refuses it for good. If the process dies between sending and
 * recording that, the retry has the same Message-ID.
 */
export const sendMail = defineJob({
  name: "send-mail",
  payload: z.object({ mailId: Id }),
  async run(deps, { mailId }) {
    const [mail] = await deps.db
      .select()
      .from(mails)
      .where(and(isUnsent(mailId), isNull(mails.givenUpAt)));
    if (!mail) return;
    if (!(await isStillWanted(deps, mail))) return dropMail(deps, mailId);
    const words = wordsOf(deps, mail);
    if (!words) return recordMailFailure(deps, mailId, "Its code or link can no longer be read.");
    const attachment = mail.attachmentFileId && (await readAttachment(deps, mail.attachmentFileId));
    const isGone = mail.attachmentFileId !== null && !attachment;
    const content = {
      ...(isGone ? withSentence(words, ATTACHMENT_GONE) : words),
      attachments: attachment ? [attachment] : [],
    };
    try {
      await deps.mailer.send({ mailId, to: mail.recipient, subject: mail.subject, ...content });
    } catch (error) {
      if (error instanceof MailNotSent && error.isFinal) {
        deps.log.warn({ mailId, err: error }, "A mail is given up: the mail server refused it for good");
        return recordMailFailure(deps, mailId, wordsOfFailure(error));
      }
      // The queue tries again for days, and later failures are the same.
      const isFirst = and(isUnsent(mailId), isNull(mails.failure));
      await recordOutcome(deps, "mail.refuse", isFirst, () => ({ failure: wordsOfFailure(error) }));
      throw error;
    }
    const sent = { sealed: null, givenUpAt: null, failure: null, sentThrough: deps.mailer.server };
    await recordOutcome(deps, "mail.send", isUnsent(mailId), (at) => ({ ...sent, sentAt: at }));
  },
  onFinalFailure: (deps, { mailId }, failure) => recordMailFailure(deps, mailId, wordsOfFailure(failure)),
});

/** Tells the company of a mail that was given up (delivery/mail-undelivered.job.ts). */
export const MAIL_UNDELIVERED = { name: "mail-undelivered", payload: z.strictObject({ mailId: Id }) };

/** Whether what a reminder is about still waits as it did when the reminder was queued. */
async function isStillWanted(
  { db, clock, settings }: Deps,
  { waitingVersion, waitingAmount, aboutId }: typeof mails.$inferSelect,
): Promise<boolean> {
  const today = dayIn(settings.now().timeZone, clock());
  if (waitingAmount !== null) return isStillDue(db, aboutId ?? "", waitingAmount, today);
  if (waitingVersion === null) return true;
  const { uniqueDocumentId, validUntil } = uniqueDocuments;
  const [newest] = await db
    .select({ number: max(documentVersions.number) })
    .from(uniqueDocuments)
    .innerJoin(documentVersions, eq(documentVersions.uniqueDocumentId, uniqueDocumentId))
    .where(
      and(
        eq(uniqueDocumentId, aboutId ?? ""),
        waitsForDecision(uniqueDocuments),
        or(isNull(validUntil), gte(validUntil, today)),
      ),
    );
  return newest?.number === waitingVersion;
}

async function isStillDue(db: Db, about: Id, amount: Dollars, today: string): Promise<boolean> {
  const { invoiceId, dueDate, total, amountPaid } = invoices;
  const isOverdue = and(isUnpaid(invoices), lt(dueDate, today));
  const isSameAmount = sql`coalesce(${total} - ${amountPaid}, 0) = ${amount}::numeric`;
  return (await db.$count(invoices, and(eq(invoiceId, about), isOverdue, isSameAmount))) > 0;
}

async function dropMail(deps: Deps, mailId: Id): Promise<void> {
  await change(deps, PORTAL, async ({ tx, record }) => {
    const [mail] = await tx.delete(mails).where(isUnsent(mailId)).returning();
    if (!mail) return;
    const { aboutId, organizationId } = mail;
    await record({ action: "mail.drop", subjectId: aboutId ?? mailId, organizationId, details: { mailId } });
    await deps.live.publish(tx, { company: true }, { kind: "mail", id: mailId });
  });
}

/** A bounce can be recorded first: the mail was sent. */
const isUnsent = (mailId: Id) => and(eq(mails.mailId, mailId), isNull(mails.sentAt), isNull(mails.bouncedAt));

const MAX_FAILURE_LENGTH = 500;

/** Records that a mail is never sent, unless it was sent after all. */
async function recordMailFailure(deps: Deps, mailId: Id, failure: string): Promise<void> {
  await recordOutcome(deps, "mail.give-up", isUnsent(mailId), (at) => ({ givenUpAt: at, failure }));
}

function wordsOfFailure(error: unknown): string {
  const words = error instanceof Error ? error.message : String(error);
  return (error instanceof MailNotSent ? error.words() : words).slice(0, MAX_FAILURE_LENGTH);
}

/** Records the outcome of a mail that matches, and publishes it to the company. */
async function recordOutcome(
  deps: Deps,
  action: "mail.send" | "mail.refuse" | "mail.give-up",
  matches: SQL | undefined,
  outcome: (at: Date) => Partial<typeof mails.$inferInsert>,
): Promise<void> {
  await change(deps, PORTAL, async ({ tx, at, record }) => {
    const [mail] = await tx.update(mails).set(outcome(at)).where(matches).returning();
    if (!mail) return;
    const { mailId, aboutId, organizationId } = mail;
    // The recipient is only in the mail's own row, which is cleared in time.
    await record({ action, subjectId: aboutId ?? mailId, organizationId, details: { mailId } });
    await deps.live.publish(tx, { company: true }, { kind: "mail", id: mailId });
    if (action === "mail.give-up") await deps.queue.enqueue(tx, MAIL_UNDELIVERED, { mailId });
  });
}

const Words = z.object({ text: z.string(), html: z.string() });

/** The text and HTML of a mail; null, and logged, if they cannot be decrypted any more. */
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
  "The PDF isn't attached: it was removed from the portal before this email was sent. Please ask us if you need it.";

/** Null if the file is gone, such as that of a person who was erased. Throws if its bytes were changed. */
async function readAttachment(deps: Deps, fileId: Id): Promise<OutgoingMail["attachments"][number] | null> {
  const [file] = await deps.db.select().from(files).where(eq(files.fileId, fileId));
  const bytes = file && (await deps.files.open(file.sha256));
  if (!bytes) {
    deps.log.warn({ fileId }, "A mail is sent without its attachment, which is no longer there");
    return null;
  }
  const read = await buffer(bytes);
  if (hash("sha256", read) !== file.sha256) throw new Error(`The attached file ${fileId} was changed.`);
  return { fileName: file.fileName, contentType: file.contentType, bytes: read };
}
