import { mkdir, readdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import type { Logger } from "pino";
import type { Env } from "../env.ts";
import type { Mailer } from "./mailer.ts";
import { messageOf } from "./message.ts";

/** Without a mail server, stores each mail as a file that mail programs open, and logs its name. */
export function createEmlMailer(env: Pick<Env, "mailFrom" | "publicUrl" | "dataDir">, log: Logger): Mailer {
  const folder = join(env.dataDir, "mails");
  const transport = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  return {
    async send(mail) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const ending = `-${mail.mailId}.eml`;
      // A retry: the first attempt stored the file but was not recorded as sent.
      if ((await readdir(folder)).some((name) => name.endsWith(ending))) return;
      const { message } = await transport.sendMail(messageOf(env, mail));
      const path = join(folder, `${timeName(new Date())}-${recipientName(mail.to)}${ending}`);
      await writeFile(`${path}.part`, message, { mode: 0o600 });
      await rename(`${path}.part`, path);
      log.info({ path, to: mail.to, subject: mail.subject }, "Mail kept as a file (MAIL_URL is not set)");
    },
  };
}

/** "20261121-094105": file browsers sort it by time. */
function timeName(now: Date): string {
  return now.toISOString().slice(0, 19).replaceAll(/[-:]/g, "").replace("T", "-");
}

function recipientName(to: string): string {
  return to.replaceAll(/[^\w.@+-]/g, "_").slice(0, 80);
}
