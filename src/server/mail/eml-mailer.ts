import { mkdir, readdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import type { Logger } from "pino";
import type { Env } from "../env.ts";
import type { Mailer } from "./mailer.ts";
import { messageOf } from "./message.ts";

/** Without a mail server: keeps each mail as a file that every mail program opens, and says so in the log. */
export function createEmlMailer(env: Pick<Env, "mailFrom" | "publicUrl" | "dataDir">, log: Logger): Mailer {
  const folder = join(env.dataDir, "mails");
  const transport = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  return {
    async send(mail) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const ending = `-${mail.mailId}.eml`;
      // Sent a second time, because the first was kept and not yet noted as sent.
      if ((await readdir(folder)).some((name) => name.endsWith(ending))) return;
      const { message } = await transport.sendMail(messageOf(env, mail));
      const path = join(folder, `${timeName(new Date())}-${recipientName(mail.to)}${ending}`);
      await writeFile(`${path}.part`, message, { mode: 0o600 });
      await rename(`${path}.part`, path);
      log.info({ path, to: mail.to, subject: mail.subject }, "Mail kept as a file (MAIL_URL is not set)");
    },
  };
}

/** "20261121-094105": sorts by time in any file browser. */
function timeName(now: Date): string {
  return now.toISOString().slice(0, 19).replaceAll(/[-:]/g, "").replace("T", "-");
}

function recipientName(to: string): string {
  return to.replaceAll(/[^\w.@+-]/g, "_").slice(0, 80);
}
