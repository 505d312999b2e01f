import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { SendMailOptions } from "nodemailer";
import type { Logger } from "pino";
import type { Current, Mailer, MailLogo, OutgoingMail } from "../deps.ts";
import { type Env, isOnThisMachine } from "../env/read-env.ts";
import { withTimeout } from "../limit-tasks.ts";
import { withLogo } from "./compose-mail.ts";

/** Sends mails through MAIL_URL. Without it, mails are stored as files in the data directory. */
export function createMailer(
  env: Env,
  settingsNow: () => Sender,
  log: Logger,
  readLogo: () => Promise<MailLogo | null>,
): Mailer {
  const compose = async (mail: OutgoingMail) => messageOf(env, settingsNow(), mail, await readLogo());
  const { send, verify } =
    env.mailUrl === undefined
      ? { send: createEmlMailer(env, compose, log), verify: null }
      : createSmtpMailer(env, compose, env.mailUrl);
  let checked: { until: number; fault: Promise<string | null> } | null = null;
  const counts = { sent: 0, refused: 0, deferred: 0 };
  return {
    server: env.mailUrl === undefined ? null : new URL(env.mailUrl).host,
    counts,
    async send(mail) {
      try {
        await send(mail);
        counts.sent += 1;
      } catch (error) {
        counts[error instanceof MailNotSent && error.isFinal ? "refused" : "deferred"] += 1;
        throw error;
      }
    },
    findFault() {
      if (verify === null) return Promise.resolve(null);
      if (checked === null || performance.now() > checked.until)
        checked = { until: performance.now() + CHECK_CACHE_MS, fault: verify() };
      return checked.fault;
    },
    async preview(html) {
      const logo = await readLogo();
      if (!logo) return html;
      return withLogo(html, `data:image/png;base64,${Buffer.from(logo.bytes).toString("base64")}`, logo);
    },
  };
}

/** The mail server is asked no more often, however many owners look. */
const CHECK_CACHE_MS = 30_000;
const CHECK_TIMEOUT_MS = 10_000;

type Send = Mailer["send"];

/** The settings that the head of a mail shows. */
type Sender = Pick<Current, "companyName" | "replyTo">;

type Compose = (mail: OutgoingMail) => Promise<SendMailOptions>;

/** smtps:// uses TLS from the start, smtp:// uses STARTTLS if the server offers it, or always if TLS is required. */
function createSmtpMailer(env: Pick<Env, "isMailTlsRequired">, compose: Compose, mailUrl: string) {
  const options = {
    url: mailUrl,
    requireTLS: env.isMailTlsRequired,
    // A mail server on this machine has a self-signed certificate, and no one is in between.
    tls: { rejectUnauthorized: !isOnThisMachine(mailUrl) },
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    dnsTimeout: 10_000,
  };
  const transportOf = onFirstMail((createTransport) => createTransport(options));
  const send: Send = async (mail) => {
    const transport = await transportOf();
    const message = await compose(mail);
    try {
      await transport.sendMail(message);
    } catch (error) {
      throw new MailNotSent(error);
    }
  };
  const verify = async (): Promise<string | null> => {
    try {
      const transport = await transportOf();
      await withTimeout(transport.verify(), CHECK_TIMEOUT_MS);
      return null;
    } catch (error) {
      return explainFault(error as SmtpError);
    }
  };
  return { send, verify };
}

/** Without a mail server, stores each mail as a file that mail programs open, and logs where. */
function createEmlMailer(env: Pick<Env, "dataDir">, compose: Compose, log: Logger): Send {
  const folder = join(env.dataDir, "mails");
  const options = { streamTransport: true, buffer: true, newline: "windows" } as const;
  const transportOf = onFirstMail((createTransport) => createTransport(options));
  return async (mail) => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const ending = `-${mail.mailId}.eml`;
    // A retry: the first attempt stored the file but was not recorded as sent.
    if ((await readdir(folder)).some((name) => name.endsWith(ending))) return;
    const transport = await transportOf();
    const { message } = await transport.sendMail(await compose(mail));
    // "20261121-094105": file browsers sort it by time.
    const time = new Date().toISOString().slice(0, 19).replaceAll(/[-:]/g, "").replace("T", "-");
    const recipient = mail.to.replaceAll(/[^\w.@+-]/g, "_").slice(0, 80);
    const path = join(folder, `${time}-${recipient}${ending}`);
    const part = `${path}.part`;
    try {
      await writeFile(part, message, { mode: 0o600 });
      await rename(part, path);
    } catch (error) {
      // The next try has another time in its name.
      await rm(part, { force: true }).catch(() => undefined);
      throw error;
    }
    // The name of the file has an address, and the log none.
    log.info({ folder, mailId: mail.mailId }, "Mail kept as a file (MAIL_URL is not set)");
  };
}

/** The library is loaded for the first mail. */
function onFirstMail<Transport>(
  make: (createTransport: typeof import("nodemailer").createTransport) => Transport,
): () => Promise<Transport> {
  let making: Promise<Transport> | null = null;
  return () => {
    making ??= import("nodemailer").then(({ createTransport }) => make(createTransport));
    return making;
  };
}

/** A mail ready to send. A second copy has the same Message-ID. */
function messageOf(
  env: Pick<Env, "mailFrom" | "publicUrl" | "mailUrl">,
  { companyName, replyTo }: Sender,
  mail: OutgoingMail,
  logo: MailLogo | null,
): SendMailOptions {
  const { hostname } = new URL(env.publicUrl);
  const logoCid = `logo@${hostname}`;
  const html = logo ? withLogo(mail.html, `cid:${logoCid}`, logo) : mail.html;
  return {
    messageId: `<${mail.mailId}@${hostname}>`,
    from: env.mailFrom ?? { name: companyName, address: "portal@localhost" },
    ...(replyTo !== null && { replyTo }),
    to: mail.to,
    subject: mail.subject,
    text: mail.text,
    html,
    attachments: [
      ...mail.attachments.map(({ fileName, contentType, bytes }) => ({
        filename: fileName,
        contentType,
        content: Buffer.from(bytes),
      })),
      ...(logo && html !== mail.html ? [inlineLogo(logo, logoCid)] : []),
    ],
    headers: { "Auto-Submitted": "auto-generated", ...idHeaderOf(env, mail) },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** Providers that replace the Message-ID report bounces with what these headers of theirs say. */
function idHeaderOf({ mailUrl }: Pick<Env, "mailUrl">, { mailId }: OutgoingMail): Record<string, string> {
  const host = mailUrl === undefined ? "" : new URL(mailUrl).hostname;
  if (host.endsWith(".postmarkapp.com")) return { "X-PM-Metadata-mail": mailId };
  if (host.endsWith(".sendgrid.net"))
    return { "X-SMTPAPI": JSON.stringify({ unique_args: { counterpart_mail: mailId } }) };
  return {};
}

/** Mail programs show it in the head of the mail, and not among the attachments. */
function inlineLogo({ bytes }: MailLogo, cid: string) {
  const content = Buffer.from(bytes);
  return {
    filename: "logo.png",
    contentType: "image/png",
    content,
    cid,
    contentDisposition: "inline" as const,
  };
}

/** What nodemailer adds to its errors. `response` is what the server answered, `permanent` that it began with 5. */
type SmtpError = Error & { code?: string; command?: string; response?: string; permanent?: boolean };

/** The server refuses this mail, at its sender, its recipient or its content. Other commands concern every mail. */
const REFUSES_MAIL = ["EENVELOPE", "EMESSAGE"];

/** The server wants a sign-in or encryption first: the configuration is at fault, and the mail can be sent later. */
const REFUSES_PORTAL = /^5(?:30|34|35|38)/;

/** An answer's code with its enhanced code: "550 5.1.1". */
const CODES = /^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3}\b)?/;

/** What a connection that fails shows of its cause. */
const CONNECTION_FAULTS: readonly [sign: RegExp, meaning: string][] = [
  [/ECONNREFUSED/, "nothing answers at this address"],
  [/ENOTFOUND|EAI_AGAIN|EDNS/, "its name isn't found"],
  [/EHOSTUNREACH|ENETUNREACH/, "the network doesn't reach it"],
  [/ETIMEDOUT|No answer in time/i, "it doesn't answer in time"],
  [/STARTTLS/, "it offers no encryption"],
  [/certificate|altnames/i, "its certificate isn't trusted"],
];

/** Why the server doesn't take mails now, for owners, with a code for the person who runs it. */
function explainFault({ code = "", response, message }: SmtpError): string {
  if (response !== undefined) {
    const [codes = code] = CODES.exec(response) ?? [];
    const isOfSignIn = code === "EAUTH" || codes.startsWith("535");
    return `No: it refuses the ${isOfSignIn ? "user or password of MAIL_URL" : "portal"} (${codes})`;
  }
  const [, meaning] = CONNECTION_FAULTS.find(([sign]) => sign.test(`${code} ${message}`)) ?? [];
  const [shown = code] = /\bE[A-Z]{4,}\b/.exec(message) ?? [];
  return `No: ${meaning ?? "it can't be used"}${shown === "" ? "" : ` (${shown})`}`;
}

/** A mail that was not sent. The log gets codes: the server's own words, for the mail's row, may have the recipient. */
export class MailNotSent extends Error {
  override name = "MailNotSent";
  /** The server has refused the mail for good, so another try would be refused alike. */
  readonly isFinal: boolean;
  readonly #words: string;

  constructor(error: unknown) {
    const { code = "", command = "", response, message, permanent = false } = error as SmtpError;
    const [codes] = CODES.exec(response ?? "") ?? [];
    const during = command === "" ? "" : ` during ${command}`;
    super(
      response === undefined
        ? `The mail server can't be used${during}: ${message}`
        : `The mail server answered ${codes ?? `without a code (${code})`}${during}`,
    );
    this.isFinal = permanent && REFUSES_MAIL.includes(code) && !REFUSES_PORTAL.test(response ?? "");
    this.#words = message;
  }

  /** The server's own words, for those who may know the recipient. */
  words(): string {
    return this.#words;
  }
}
