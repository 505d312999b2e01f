import { buffer } from "node:stream/consumers";
import { and, eq, isNull } from "drizzle-orm";
import { z } from "zod";
import { Id } from "#domain/id.ts";
import type { Deps } from "../deps.ts";
import { files } from "../files/tables.ts";
import { defineJob } from "../jobs/job.ts";
import type { OutgoingMail } from "./mailer.ts";
import { mails } from "./tables.ts";

/** Sends one queued mail. If the process dies between sending and recording that, the retry has the same Message-ID. */
export const sendMail = defineJob({
  name: "send-mail",
  payload: z.object({ mailId: Id }),
  async run(deps, { mailId }) {
    const isUnsent = and(eq(mails.mailId, mailId), isNull(mails.sentAt));
    const [mail] = await deps.db.select().from(mails).where(isUnsent);
    if (!mail) return;
    const words = wordsOf(deps, mail);
    if (!words) return;
    await deps.mailer.send({
      mailId,
      to: mail.recipient,
      subject: mail.subject,
      ...words,
      attachments: mail.attachmentFileId ? [await readAttachment(deps, mail.attachmentFileId)] : [],
    });
    await deps.db.update(mails).set({ sentAt: deps.clock(), sealed: null }).where(isUnsent);
  },
});

const Words = z.object({ text: z.string(), html: z.string() });

/** The words of a mail; null, and told in the log, if nobody can read them any more: no later try could send them. */
function wordsOf(deps: Deps, { mailId, recipient, subject, text, html, sealed }: typeof mails.$inferSelect) {
  if (sealed === null) return { text, html };
  try {
    return Words.parse(JSON.parse(deps.secrets.open(sealed)));
  } catch {
    deps.log.error(
      { mailId, to: recipient, subject },
      "A mail is given up: its code or link was encrypted under a secret that DATA_DIR no longer holds. The person has to ask for another one.",
    );
    return null;
  }
}

async function readAttachment(deps: Deps, fileId: Id): Promise<OutgoingMail["attachments"][number]> {
  const [file] = await deps.db.select().from(files).where(eq(files.fileId, fileId));
  const bytes = file && (await deps.files.open(file.sha256));
  if (!bytes) throw new Error(`The attached file ${fileId} is missing.`);
  return { fileName: file.fileName, contentType: file.contentType, bytes: await buffer(bytes) };
}
