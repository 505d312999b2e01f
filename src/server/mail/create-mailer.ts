import type { Logger } from "pino";
import type { Env } from "../env.ts";
import { createEmlMailer } from "./eml-mailer.ts";
import type { Mailer } from "./mailer.ts";
import { createSmtpMailer } from "./smtp-mailer.ts";

/** Sends mails through MAIL_URL. Without it, mails are stored as files in the data directory. */
export function createMailer(env: Env, log: Logger): Mailer {
  return env.mailUrl === undefined ? createEmlMailer(env, log) : createSmtpMailer(env, env.mailUrl);
}
