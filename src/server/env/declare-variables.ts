import { z } from "zod";
import { Accent, isNamedTimeZone } from "#domain/settings/settings.ts";
import { lineOfText } from "#domain/typed-text.ts";
import { readMailSender } from "./mail-sender.ts";
import {
  faultOfDatabaseUrl,
  faultOfFile,
  faultOfIssuers,
  faultOfMailUrl,
  faultOfPublicUrl,
  faultOfWebAddress,
  withCodes,
  withFullCheck,
} from "./read-address.ts";

// Every error here is the rest of a sentence that begins with the variable's name.

const text = z.string();

function wholeNumber(from: number, to: number) {
  const error = `must be a whole number from ${from} to ${to}`;
  return text
    .regex(/^\d{1,9}$/, error)
    .transform(Number)
    .refine((number) => number >= from && number <= to, error);
}

function oneOf<const Word extends string>(...words: Word[]) {
  return z.enum(words, { error: `must be ${words.slice(0, -1).join(", ")} or ${words.at(-1)}` });
}

function checked(faultOf: (typed: string) => string | null) {
  return text.check(({ value, issues }) => {
    const fault = faultOf(value);
    if (fault !== null) issues.push({ code: "custom", input: value, message: fault });
  });
}

const Sender = text.transform((typed, context) => {
  const sender = readMailSender(typed);
  if (sender !== null) return sender;
  context.addIssue('must be one email address, alone or as "Ember & Oak" <portal@ember.example>');
  return z.NEVER;
});

function name(longest: number) {
  const error = `must be one line of 1 to ${longest} characters`;
  return text.refine((typed) => lineOfText(longest, error).safeParse(typed).success, error);
}

const file = checked(faultOfFile);
const NO_TIME_ZONE =
  "must be a name of the time zone database, such as Australia/Sydney, Europe/Paris or UTC";
const accent = text.refine((typed) => Accent.safeParse(typed).success, "must be a colour such as #0f6b5c");

export const Variables = z.object({
  HOST: text
    .regex(/^[A-Za-z0-9.:_-]+(%[\w.-]+)?$/, "must be an address or a name of this machine, such as 0.0.0.0")
    .refine((host) => !/^[^:]*:\d*$/.test(host), "must be an address without a port: set PORT for it")
    .default("127.0.0.1"),
  PORT: wholeNumber(0, 65535).default(4000),
  /** The address that people open. Links in mails start with it. */
  PUBLIC_URL: checked(faultOfPublicUrl)
    .transform((url) => new URL(url).origin)
    .optional(),
  DATA_DIR: text.default("./data"),
  DATABASE_URL: checked(faultOfDatabaseUrl).transform(withCodes).transform(withFullCheck).optional(),
  MAIL_URL: checked(faultOfMailUrl).transform(withCodes).optional(),
  /** "required": no mail without TLS. By default where MAIL_URL has a password for another machine. */
  MAIL_TLS: oneOf("offered", "required").optional(),
  MAIL_FROM: Sender.optional(),
  /** PEM files: the portal serves HTTPS itself, for those without a proxy. */
  TLS_CERT: file.optional(),
  TLS_KEY: file.optional(),
  /** Anyone who sends it as a bearer token reads /metrics. */
  METRICS_TOKEN: text
    .regex(/^[ -~]{16,}$/, "must be 16 or more letters, digits and signs of an English keyboard")
    .optional(),
  /** Mail providers report returned mails with it. */
  BOUNCE_TOKEN: text
    .regex(/^[A-Za-z0-9._~-]{16,200}$/, "must be 16 to 200 letters, digits, dots, dashes and underscores")
    .optional(),
  /** The portal writes its scheduled backups into this folder. */
  BACKUP_FOLDER: text.optional(),
  /** Encrypts them: an identity of age. */
  BACKUP_KEY: text
    .regex(
      /^AGE-SECRET-KEY-(1[0-9A-Z]{58}|PQ-1[0-9A-Z]{58,4000})$/,
      "must be the line that `counterpart backup-key` or `age-keygen` prints, AGE-SECRET-KEY-1…",
    )
    .optional(),
  /** The hour of the day, in the company's time zone. */
  BACKUP_HOUR: wholeNumber(0, 23).default(2),
  /** How many scheduled backups are stored. */
  BACKUP_COUNT: wholeNumber(2, 1000).default(14),
  CHROMIUM_PATH: text.optional(),
  /** PEM files: the key that seals PDFs, and its certificate with those that issued it. */
  SEAL_KEY: text.optional(),
  SEAL_CERTIFICATE: text.optional(),
  TIME_STAMP_AUTHORITY: checked(faultOfWebAddress).optional(),
  /** "1": loads the demo data into an empty database even if others can reach the portal; "0": never. */
  DEMO: oneOf("0", "1").optional(),
  /** The number of proxies in front whose client address is trusted. */
  TRUSTED_PROXIES: wholeNumber(0, 10).default(0),
  /** How long a portal that is told to stop still serves while /readyz says so, for balancers that ask it. */
  DRAIN_SECONDS: wholeNumber(0, 300).default(0),
  /** Issuers at private addresses that clients may sign in with, such as https://accounts.intern.example. */
  INTERNAL_ISSUERS: checked(faultOfIssuers)
    .transform((typed) => typed.split(",").map((one) => new URL(one.trim()).origin))
    .optional(),
  LOG_LEVEL: oneOf("debug", "info", "warn", "error", "silent").default("info"),
  PRODUCT_NAME: name(60).default("Counterpart"),
  COMPANY_NAME: name(100).default("Ember & Oak Digital"),
  COMPANY_SITE: checked(faultOfWebAddress).default("https://emberandoak.example"),
  COMPANY_LOGO: file.optional(),
  /** The time zone of every date and time: on screens, in PDFs and in mails. */
  TIME_ZONE: text.refine(isNamedTimeZone, NO_TIME_ZONE).default("Australia/Sydney"),
  /** "0": a person must tick the declaration before they accept a document. */
  DECLARATION_TICKED: oneOf("0", "1").default("1"),
  /** "1": a person who signs a general document without an account types a mailed code. */
  SIGNING_CODE: oneOf("0", "1").default("0"),
  ACCENT: accent.default("#0f6b5c"),
  ACCENT_DARK: accent.default("#5cc4ae"),
  /** Node reads it itself; without the file it only warns. */
  NODE_EXTRA_CA_CERTS: file.optional(),
});
