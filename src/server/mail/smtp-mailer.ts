import { createTransport } from "nodemailer";
import type { Env } from "../env.ts";
import type { Mailer } from "./mailer.ts";
import { messageOf } from "./message.ts";

/**
 * Sends mails to the server of MAIL_URL: smtps:// uses TLS from the start, smtp:// uses STARTTLS if the server offers
 * it.
 */
export function createSmtpMailer(env: Pick<Env, "mailFrom" | "publicUrl">, mailUrl: string): Mailer {
  const transport = createTransport({
    url: mailUrl,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    dnsTimeout: 10_000,
  });
  return {
    async send(mail) {
      await transport.sendMail(messageOf(env, mail));
    },
  };
}
