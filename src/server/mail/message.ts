import type { SendMailOptions } from "nodemailer";
import type { Env } from "../env.ts";
import type { OutgoingMail } from "./mailer.ts";

/** A mail ready to send. A second copy has the same Message-ID. */
export function messageOf(env: Pick<Env, "mailFrom" | "publicUrl">, mail: OutgoingMail): SendMailOptions {
  return {
    messageId: `<${mail.mailId}@${new URL(env.publicUrl).hostname}>`,
    from: env.mailFrom,
    to: mail.to,
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    attachments: mail.attachments.map(({ fileName, contentType, bytes }) => ({
      filename: fileName,
      contentType,
      content: Buffer.from(bytes),
    })),
    headers: { "Auto-Submitted": "auto-generated" },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
