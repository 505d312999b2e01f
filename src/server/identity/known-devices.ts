import { randomBytes } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { BROWSER_MAP, OS_MAP, parse } from "bowser";
import type { Secrets } from "../deps.ts";
import { networkOf } from "../http/rate-limit.ts";

/** Accounts that one browser stays known to, such as those of a family or a front desk. */
const MAX_ACCOUNTS = 20;
const MAX_TAGS = MAX_ACCOUNTS + 1;
/** Browsers keep a cookie for 400 days at most. */
const CACHE_SECONDS = 400 * 24 * 60 * 60;
const ID = /^[\w-]{22}$/;
const TAG_LENGTH = 32;

/** A browser's id, a tag for itself, and one for each account that was signed in to with it. Only we make tags. */
type Device = { id: string; tags: string[] };

/**
 * Who makes attempts on an account: a browser that its owner used before, or else a network. Each has its own limits.
 */
export type Requester = { kind: "device" | "network"; name: string };

/** The asker of a request that names an account. */
export function requesterOf(
  secrets: Secrets,
  { headers, ip }: { headers: IncomingHttpHeaders; ip: string },
  email: string,
  isHttps: boolean,
): Requester {
  const device = readDevice(headers.cookie, isHttps);
  return device?.tags.includes(tagOf(secrets, device.id, email))
    ? { kind: "device", name: device.id }
    : { kind: "network", name: networkOf(ip) };
}

/** The id of a browser in which someone signed in, no matter who it was; null for others. */
export function knownDevice(
  secrets: Secrets,
  { cookie }: IncomingHttpHeaders,
  isHttps: boolean,
): string | null {
  const device = readDevice(cookie, isHttps);
  return device?.tags.includes(ownTagOf(secrets, device.id)) ? device.id : null;
}

/** The Set-Cookie header after which accounts know this browser: by their email, or as a sign-in by an issuer. */
export function rememberDevice(
  secrets: Secrets,
  { headers }: { headers: IncomingHttpHeaders },
  names: readonly string[],
  isHttps: boolean,
): string {
  const { id, tags } = readDevice(headers.cookie, isHttps) ?? newDevice();
  const first = [ownTagOf(secrets, id), ...names.map((name) => tagOf(secrets, id, name))];
  return deviceCookie({ id, tags: [...new Set([...first, ...tags])].slice(0, MAX_TAGS) }, isHttps);
}

/** The id of a browser, known or not, and the Set-Cookie header by which it is recognised later. */
export function recogniseDevice(
  cookies: string | undefined,
  isHttps: boolean,
): { id: string; cookie: string } {
  const device = readDevice(cookies, isHttps) ?? newDevice();
  return { id: device.id, cookie: deviceCookie(device, isHttps) };
}

/** The id of a browser that was given one; null for others. */
export function readDeviceId(cookies: string | undefined, isHttps: boolean): string | null {
  return readDevice(cookies, isHttps)?.id ?? null;
}

function newDevice(): Device {
  return { id: randomBytes(16).toString("base64url"), tags: [] };
}

function deviceCookie({ id, tags }: Device, isHttps: boolean): string {
  const prefix = isHttps ? "__Host-" : "";
  const value = [id, ...tags].join(".");
  return (
    `${prefix}counterpart.device=${value}; Max-Age=${CACHE_SECONDS}; Path=/; HttpOnly; ` +
    `${isHttps ? "Secure; " : ""}SameSite=Lax`
  );
}

/** The value of our own cookie. At an https address only one with the prefix, which no other host can set. */
export function readCookie(cookies: string, name: string, isHttps: boolean): string {
  const prefixed = `${isHttps ? "__Host-" : ""}${name}=`;
  const found = cookies.split(";").find((one) => one.trimStart().startsWith(prefixed));
  return found?.trimStart().slice(prefixed.length) ?? "";
}

function readDevice(cookies = "", isHttps: boolean): Device | null {
  const value = readCookie(cookies, "counterpart.device", isHttps);
  const [id = "", ...tags] = value.split(".");
  return ID.test(id) ? { id, tags: tags.slice(0, MAX_TAGS) } : null;
}

function tagOf(secrets: Secrets, deviceId: string, name: string): string {
  return secrets.hash("known device", deviceId, name).slice(0, TAG_LENGTH);
}

function ownTagOf(secrets: Secrets, deviceId: string): string {
  return secrets.hash("known device", deviceId).slice(0, TAG_LENGTH);
}

/** No browser's is longer, and the parser is not made for that. */
const MAX_LENGTH = 500;

/** "Chrome on Windows", or "curl" of a program, from a User-Agent header; null without one. */
export function nameBrowser(userAgent: string | null): string | null {
  if (!userAgent) return null;
  const { browser, os } = parse(userAgent.slice(0, MAX_LENGTH));
  // The parser accepts any word of the header as a name, and names are in our mails.
  const named = [known(BROWSER_MAP, browser.name), known(OS_MAP, os.name)].filter(Boolean);
  return named.length > 0 ? named.join(" on ") : (/^[\w.-]{1,40}/.exec(userAgent)?.[0] ?? null);
}

function known(names: Readonly<Record<string, string>>, name: string | undefined): string | undefined {
  return Object.values(names).find((one) => one === name);
}
