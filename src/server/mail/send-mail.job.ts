import { buffer } from "node:stream/consumers";
import { and, eq, isNull } from "drizzle-orm";
import { z } from "zod";
import { Id } from "#domain/id.ts";
import type { Deps } from "../deps.ts";
import { files } from "../files/tables.ts";
import { defineJob } from "../jobs/job.ts";
import type { OutgoingMail } from "./mailer.ts";
import { mails } from "./tables.ts";

/** Sends one queued mail. Killed between sending and noting it, it sends a copy with the same Message-ID. */
export const sendMail = defineJob({
  name: "send-mail",
  payload: z.strictObject({ mailId: Id, carriesCode: z.boolean() }),
  async run(deps, { mailId, carriesCode }) {
    const isUnsent = and(eq(mails.mailId, mailId), isNull(mails.sentAt));
    const [mail] = await deps.db.select().from(mails).where(isUnsent);
    if (!mail) return;
    await deps.mailer.send({
      mailId,
      to: mail.recipient,
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      attachments: mail.attachmentFileId ? [await readAttachment(deps, mail.attachmentFileId)] : [],
    });
    const forgotten = carriesCode ? { text: "", html: "" } : {};
    await deps.db
      .update(mails)
      .set({ sentAt: deps.clock(), ...forgotten })
      .where(isUnsent);
  },
});

async function readAttachment(deps: Deps, fileId: Id): Promise<OutgoingMail["attachments"][number]> {
  const [file] = await deps.db.select().from(files).where(eq(files.fileId, fileId));
  const bytes = file && (await deps.files.open(file.sha256));
  if (!bytes) throw new Error(`The attached file ${fileId} is missing.`);
  return { fileName: file.fileName, contentType: file.contentType, bytes: await buffer(bytes) };
}
