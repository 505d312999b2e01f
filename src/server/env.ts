import { resolve } from "node:path";
import { z } from "zod";
import { Accent } from "#domain/settings/settings.ts";
import { isTimeZone } from "#domain/settings/time-zone.ts";
import { readSecretFiles } from "./secret-files.ts";
import { StartError } from "./start-error.ts";

const Variables = z.object({
  HOST: z.string().default("127.0.0.1"),
  PORT: z.coerce.number().int().min(0).max(65535).default(4000),
  /** The address that people open. Links in mails start with it. */
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  DATA_DIR: z.string().default("./data"),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  MAIL_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  /** "required": a mail server without TLS gets no mail. By default where MAIL_URL has a password for another machine. */
  MAIL_TLS: z.enum(["offered", "required"]).optional(),
  MAIL_FROM: z.string().optional(),
  /** PEM files: the portal serves HTTPS itself, for those without a proxy. */
  TLS_CERT: z.string().optional(),
  TLS_KEY: z.string().optional(),
  /** Whoever sends it as a bearer token reads /metrics. */
  METRICS_TOKEN: z.string().min(16).optional(),
  CHROMIUM_PATH: z.string().optional(),
  /** PEM files: the key that seals PDFs, and its certificate with those that issued it. */
  SEAL_KEY: z.string().optional(),
  SEAL_CERTIFICATE: z.string().optional(),
  TIME_STAMP_AUTHORITY: z.url({ protocol: /^https?$/ }).optional(),
  /** "1": loads the demo data into an empty database even if others can reach the portal; "0": never. */
  DEMO: z.enum(["0", "1"]).optional(),
  /** The number of proxies in front whose client address is trusted. */
  TRUSTED_PROXIES: z.coerce.number().int().min(0).max(10).default(0),
  LOG_LEVEL: z.enum(["debug", "info", "warn", "error", "silent"]).default("info"),
  PRODUCT_NAME: z.string().min(1).max(60).default("Counterpart"),
  COMPANY_NAME: z.string().min(1).max(100).default("Ember & Oak Digital"),
  COMPANY_SITE: z.url({ protocol: /^https?$/ }).default("https://emberandoak.example"),
  COMPANY_LOGO: z.string().optional(),
  /** The time zone of every date and time: on screens, in PDFs and in mails. */
  TIME_ZONE: z
    .string()
    .refine(isTimeZone, "Expected a zone such as Australia/Sydney")
    .default("Australia/Sydney"),
  /** "0": a person must tick the declaration before they accept a document. */
  DECLARATION_TICKED: z.enum(["0", "1"]).default("1"),
  /** "1": a person who signs a general document without an account types a mailed code. */
  SIGNING_CODE: z.enum(["0", "1"]).default("0"),
  ACCENT: Accent.default("#0f6b5c"),
  ACCENT_DARK: Accent.default("#5cc4ae"),
});

export type Env = {
  host: string;
  port: number;
  publicUrl: string;
  isPublicUrlSet: boolean;
  isLoopback: boolean;
  /** Whether only people on this machine reach the portal: no proxy in front has another address for it. */
  isForThisMachine: boolean;
  dataDir: string;
  databaseUrl: string | undefined;
  mailUrl: string | undefined;
  isMailTlsRequired: boolean;
  /** Undefined: the company at localhost. */
  mailFrom: string | undefined;
  /** Null: the portal serves HTTP. */
  tls: KeyFiles | null;
  /** Null: nobody reads /metrics. */
  metricsToken: string | null;
  chromiumPath: string | undefined;
  /** Null: the portal seals with a key of its own. */
  sealFiles: KeyFiles | null;
  timeStampAuthority: string | null;
  isDemo: boolean;
  trustedProxies: number;
  logLevel: z.infer<typeof Variables>["LOG_LEVEL"];
  timeZone: string;
  /** Whether the declaration's box starts ticked when a person accepts a document. */
  isDeclarationTicked: boolean;
  /** Whether a visitor's signature needs a mailed code. */
  isSigningCodeNeeded: boolean;
  brand: Brand;
};

/** The paths of a key and of its certificate. */
export type KeyFiles = { keyPath: string; certificatePath: string };

/** The first values of the settings with which a company makes the portal its own. */
export type Brand = {
  productName: string;
  companyName: string;
  companySite: string;
  /** A file on the server; undefined: the product's logo. */
  logoPath: string | undefined;
  accent: string;
  accentDark: string;
};

const LOOPBACK_HOSTS = ["127.0.0.1", "localhost", "::1"];

/** Reads the configuration. Throws one error that names every wrong variable. */
export function readEnv(variables: Record<string, string | undefined>): Env {
  const set = readSecretFiles(
    Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== "")),
  );
  const parsed = Variables.safeParse(set);
  if (!parsed.success) throw new StartError(`The configuration is wrong.\n${z.prettifyError(parsed.error)}`);
  const env = parsed.data;
  const tls = keyFiles({ TLS_KEY: env.TLS_KEY }, { TLS_CERT: env.TLS_CERT });
  const isLoopback = LOOPBACK_HOSTS.includes(env.HOST);
  const isForThisMachine =
    isLoopback &&
    env.TRUSTED_PROXIES === 0 &&
    (env.PUBLIC_URL === undefined || isOnThisMachine(env.PUBLIC_URL));
  return {
    host: env.HOST,
    port: env.PORT,
    publicUrl: (env.PUBLIC_URL ?? `${tls ? "https" : "http"}://localhost:${env.PORT}`).replace(/\/$/, ""),
    isPublicUrlSet: env.PUBLIC_URL !== undefined,
    isLoopback,
    isForThisMachine,
    dataDir: resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    mailUrl: env.MAIL_URL,
    isMailTlsRequired: env.MAIL_TLS ? env.MAIL_TLS === "required" : sendsPassword(env.MAIL_URL),
    mailFrom: env.MAIL_FROM,
    tls,
    metricsToken: env.METRICS_TOKEN ?? null,
    chromiumPath: env.CHROMIUM_PATH,
    sealFiles: keyFiles({ SEAL_KEY: env.SEAL_KEY }, { SEAL_CERTIFICATE: env.SEAL_CERTIFICATE }),
    timeStampAuthority: env.TIME_STAMP_AUTHORITY ?? null,
    isDemo: env.DEMO === undefined ? isForThisMachine : env.DEMO === "1",
    trustedProxies: env.TRUSTED_PROXIES,
    logLevel: env.LOG_LEVEL,
    timeZone: env.TIME_ZONE,
    isDeclarationTicked: env.DECLARATION_TICKED === "1",
    isSigningCodeNeeded: env.SIGNING_CODE === "1",
    brand: {
      productName: env.PRODUCT_NAME,
      companyName: env.COMPANY_NAME,
      companySite: env.COMPANY_SITE,
      logoPath: env.COMPANY_LOGO,
      accent: env.ACCENT,
      accentDark: env.ACCENT_DARK,
    },
  };
}

/** Whether the host of an address is this machine. */
export function isOnThisMachine(address: string): boolean {
  return LOOPBACK_HOSTS.includes(new URL(address).hostname.replace(/^\[|\]$/g, ""));
}

/** Whether whoever listens on the way to a mail server could read a password, if it went without TLS. */
function sendsPassword(mailUrl: string | undefined): boolean {
  return mailUrl !== undefined && new URL(mailUrl).password !== "" && !isOnThisMachine(mailUrl);
}

type Named = Record<string, string | undefined>;

function keyFiles(key: Named, certificate: Named): KeyFiles | null {
  const [[keyName, keyPath] = []] = Object.entries(key);
  const [[certificateName, certificatePath] = []] = Object.entries(certificate);
  if (keyPath !== undefined && certificatePath !== undefined) return { keyPath, certificatePath };
  if (keyPath === undefined && certificatePath === undefined) return null;
  throw new StartError(`The configuration is wrong. Set both ${keyName} and ${certificateName}, or neither.`);
}
