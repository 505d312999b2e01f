import { resolve } from "node:path";
import type { z } from "zod";
import { StartError } from "../start-error.ts";
import { Variables } from "./declare-variables.ts";
import type { MailSender } from "./mail-sender.ts";
import { findClosest } from "./near-names.ts";
import { readSecretFiles, SECRET_FILES } from "./secret-files.ts";

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
  mailFrom: MailSender | undefined;
  /** Null: the portal serves HTTP. */
  tls: KeyFiles | null;
  /** Null: no one reads /metrics. */
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

/** Reads the configuration. Throws one error with a sentence for every fault. No sentence holds a value. */
export function readEnv(variables: Record<string, string | undefined>): Env {
  const trimmed = trimAll(variables);
  const { set, faults: unread } = readSecretFiles(trimmed);
  const parsed = Variables.safeParse(set);
  const faults = [
    ...findMistyped(variables),
    ...unread,
    ...findFaults(set, parsed.error?.issues ?? []),
    ...PAIRS.flatMap(([one, other]) => requireBoth(set, one, other)),
  ];
  if (!parsed.success || faults.length > 0) throw new StartError(faults.join("\n"));
  const env = parsed.data;
  const tls = keyFiles(env.TLS_KEY, env.TLS_CERT);
  const isLoopback = LOOPBACK_HOSTS.includes(env.HOST);
  const isForThisMachine =
    isLoopback &&
    env.TRUSTED_PROXIES === 0 &&
    (env.PUBLIC_URL === undefined || isOnThisMachine(env.PUBLIC_URL));
  return {
    host: env.HOST,
    port: env.PORT,
    publicUrl: env.PUBLIC_URL ?? `${tls ? "https" : "http"}://localhost:${env.PORT}`,
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
    sealFiles: keyFiles(env.SEAL_KEY, env.SEAL_CERTIFICATE),
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

/** Whether anyone who listens on the way to a mail server could read a password, if it went without TLS. */
function sendsPassword(mailUrl: string | undefined): boolean {
  return mailUrl !== undefined && new URL(mailUrl).password !== "" && !isOnThisMachine(mailUrl);
}

function keyFiles(keyPath: string | undefined, certificatePath: string | undefined): KeyFiles | null {
  return keyPath !== undefined && certificatePath !== undefined ? { keyPath, certificatePath } : null;
}

type Given = Record<string, string | undefined>;

/** Without the empty ones, and without white space around values, as files of settings leave it. */
function trimAll(variables: Given): Given {
  const trimmed = Object.entries(variables).map(([name, value]) => [name, value?.trim()] as const);
  return Object.fromEntries(trimmed.filter(([, value]) => value !== undefined && value !== ""));
}

const OURS = Object.keys(Variables.shape);
const KNOWN = [...OURS, ...SECRET_FILES];

/**
 * Variables that nearly equal one of ours. Where ours is set too, even to nothing, the other one belongs to another
 * program.
 */
function findMistyped(variables: Given): string[] {
  return Object.keys(variables).flatMap((name) => {
    if (KNOWN.includes(name) || variables[name]?.trim() === "") return [];
    const [, named = ""] = /^(.+)_FILE$/.exec(name) ?? [];
    if (OURS.includes(named))
      return [`${name} is not read: only ${SECRET_FILES.join(", ")} name files. Set ${named}.`];
    const closest = findClosest(name, KNOWN);
    return closest === undefined ||
      variables[closest] !== undefined ||
      variables[`${closest}_FILE`] !== undefined
      ? []
      : [
          `${name} is not read, and nearly equals ${closest}: set ${closest}, or set it empty if ${name} belongs to another program.`,
        ];
  });
}

const LINE_BREAK = /[\0\r\n\u2028\u2029]/;
const QUOTES = /^(["'])(?:(?!\1).)*\1$/s;

/** A sentence for each variable that cannot be used. */
function findFaults(set: Given, issues: readonly { path: PropertyKey[]; message: string }[]): string[] {
  return OURS.flatMap((name) => {
    const value = set[name] ?? "";
    if (LINE_BREAK.test(value)) return [`${name} must be one line.`];
    if (QUOTES.test(value))
      return [`${name} has quotes around it, which belong to the value here: leave them out.`];
    const issue = issues.find(({ path }) => path[0] === name);
    return issue ? [`${name} ${issue.message}.`] : [];
  });
}

const PAIRS = [
  ["TLS_KEY", "TLS_CERT"],
  ["SEAL_KEY", "SEAL_CERTIFICATE"],
] as const;

function requireBoth(set: Given, one: string, other: string): string[] {
  return (set[one] === undefined) === (set[other] === undefined)
    ? []
    : [`Set both ${one} and ${other}, or neither.`];
}
