import { resolve, sep } from "node:path";
import { counterpartCommand } from "../counterpart-command.ts";
import { StartError } from "../start-error.ts";
import { Variables } from "./declare-variables.ts";
import { findClosest } from "./near-names.ts";
import { readSecretFiles, SECRET_FILES } from "./secret-files.ts";

export type Env = ReturnType<typeof readEnv>;

/** Where, when and how many scheduled backups are made. */
export type BackupPlan = { folder: string; key: string; hour: number; count: number };

/** The paths of a key and of its certificate. */
export type KeyFiles = { keyPath: string; certificatePath: string };

const LOOPBACK_HOSTS = ["127.0.0.1", "localhost", "::1"];

/** Reads the configuration. Throws one error with a sentence for every fault. No sentence holds a value. */
export function readEnv(variables: Given) {
  const env = parseVariables(variables);
  const tls = keyFiles(env.TLS_KEY, env.TLS_CERT);
  const isLoopback = LOOPBACK_HOSTS.includes(env.HOST);
  /** Whether only people on this machine reach the portal: no proxy in front has another address for it. */
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
    /** Undefined: the company at localhost. */
    mailFrom: env.MAIL_FROM,
    /** Null: the portal serves HTTP. */
    tls,
    /** Null: no one reads /metrics. */
    metricsToken: env.METRICS_TOKEN ?? null,
    /** Null: no provider reports returned mails. */
    bounceToken: env.BOUNCE_TOKEN ?? null,
    /** Encrypts and decrypts backups; null: they are plain, unless scheduled. */
    backupKey: env.BACKUP_KEY ?? null,
    /** Null: the portal makes no backup by itself. */
    backups: readBackupPlan(env),
    chromiumPath: env.CHROMIUM_PATH,
    /** Null: the portal seals with a key of its own. */
    sealFiles: keyFiles(env.SEAL_KEY, env.SEAL_CERTIFICATE),
    timeStampAuthority: env.TIME_STAMP_AUTHORITY ?? null,
    isDemo: env.DEMO === undefined ? isForThisMachine : env.DEMO === "1",
    trustedProxies: env.TRUSTED_PROXIES,
    drainMs: env.DRAIN_SECONDS * 1000,
    /** Origins of issuers that clients may use although they are at private addresses. */
    internalIssuers: env.INTERNAL_ISSUERS ?? [],
    logLevel: env.LOG_LEVEL,
    timeZone: env.TIME_ZONE,
    /** Whether the declaration's box starts ticked when a person accepts a document. */
    isDeclarationTicked: env.DECLARATION_TICKED === "1",
    /** Whether a visitor's signature needs a mailed code. */
    isSigningCodeNeeded: env.SIGNING_CODE === "1",
    /** The first values of settings. Without a logo, the product's is shown. */
    brand: {
      productName: env.PRODUCT_NAME,
      companyName: env.COMPANY_NAME,
      /** Whether the name is the company's own, and not this program's example. */
      isCompanyNamed: Boolean(variables.COMPANY_NAME?.trim()),
      companySite: env.COMPANY_SITE,
      logoPath: env.COMPANY_LOGO,
      accent: env.ACCENT,
      accentDark: env.ACCENT_DARK,
    },
  };
}

function parseVariables(variables: Given) {
  const trimmed = trimAll(variables);
  const { set, faults: unread } = readSecretFiles(trimmed);
  const parsed = Variables.safeParse(set);
  const faults = [
    ...findMistyped(variables),
    ...unread,
    ...findFaults(set, parsed.error?.issues ?? []),
    ...PAIRS.flatMap(([one, other]) => requireBoth(set, one, other)),
    ...findBackupFaults(set),
  ];
  if (!parsed.success || faults.length > 0) throw new StartError(faults.join("\n"));
  return parsed.data;
}

function readBackupPlan(env: ReturnType<typeof parseVariables>): BackupPlan | null {
  const { BACKUP_FOLDER: folder, BACKUP_KEY: key, BACKUP_HOUR: hour, BACKUP_COUNT: count } = env;
  return folder !== undefined && key !== undefined ? { folder: resolve(folder), key, hour, count } : null;
}

/** BACKUP_KEY alone is of use: it opens encrypted backups. */
function findBackupFaults({ BACKUP_FOLDER: folder, BACKUP_KEY: key, DATA_DIR = "./data" }: Given): string[] {
  if (folder === undefined) return [];
  if (key === undefined)
    return [
      `BACKUP_FOLDER needs BACKUP_KEY, because scheduled backups are encrypted: \`${counterpartCommand("backup-key")}\` prints a new key.`,
    ];
  return `${resolve(folder)}${sep}`.startsWith(`${resolve(DATA_DIR)}${sep}`)
    ? ["BACKUP_FOLDER must be outside DATA_DIR, or both are lost together."]
    : [];
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

/** Without empty values, and without white space around them. */
function trimAll(variables: Given): Given {
  const trimmed = Object.entries(variables).map(([name, value]) => [name, value?.trim()] as const);
  return Object.fromEntries(trimmed.filter(([, value]) => value));
}

const OURS = Object.keys(Variables.shape);
const KNOWN = [...OURS, ...SECRET_FILES];

/** Variables that nearly equal one of ours. Where ours is set too, even empty, the other belongs to another program. */
function findMistyped(variables: Given): string[] {
  return Object.keys(variables).flatMap((name) => {
    if (KNOWN.includes(name) || variables[name]?.trim() === "") return [];
    const [, named = ""] = /^(.+)_FILE$/.exec(name) ?? [];
    if (OURS.includes(named))
      return [`${name} is not read: only ${SECRET_FILES.join(", ")} name files. Set ${named}.`];
    const closest = findClosest(name, KNOWN);
    if (!closest || (variables[closest] ?? variables[`${closest}_FILE`]) !== undefined) return [];
    return [
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
