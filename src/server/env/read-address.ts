import { findReadFault } from "../file-fault.ts";
import { findClosest } from "./near-names.ts";

// Rules of the variables whose value is an address. Each returns what is wrong, as the rest of a sentence that begins
// with the variable's name, or null. No sentence repeats the value, which may hold a password.

type Fault = string | null;

const NO_WEB_ADDRESS = "must be an address such as https://portal.example";

/** An address of the web. */
export function faultOfWebAddress(text: string): Fault {
  return readUrl(text, ["http:", "https:"]) ? null : NO_WEB_ADDRESS;
}

/** The portal's own address. */
export function faultOfPublicUrl(text: string): Fault {
  const url = readUrl(text, ["http:", "https:"]);
  if (url === null) return NO_WEB_ADDRESS;
  if (url.username !== "" || url.password !== "") return "must not contain a user name or a password";
  if (/[?#]/.test(text) || !["", "/"].includes(url.pathname))
    return "must end after the host, such as https://portal.example: the portal has a name of its own, without a path, query or fragment";
  return null;
}

/** Origins of issuers, with commas between them. */
export function faultOfIssuers(text: string): Fault {
  const isOrigin = (one: string) => {
    const url = readUrl(one.trim(), ["http:", "https:"]);
    return url !== null && one.trim().replace(/\/$/, "") === url.origin;
  };
  return text.split(",").every(isOrigin)
    ? null
    : "must be addresses such as https://accounts.example, without a path and with commas between them";
}

/** Parameters of MAIL_URL that the mail library reads and that weaken nothing. */
const MAIL_PARAMETERS = [
  "name",
  "authMethod",
  "localAddress",
  "pool",
  "maxConnections",
  "maxMessages",
  "rateDelta",
  "rateLimit",
  "connectionTimeout",
  "greetingTimeout",
  "socketTimeout",
  "dnsTimeout",
  "tls.servername",
  "tls.minVersion",
  "tls.ciphers",
];

export function faultOfMailUrl(text: string): Fault {
  const url = readUrl(text, ["smtp:", "smtps:"]);
  const found = faultOfSigns(text);
  if (found !== null) return found;
  if (url === null || url.hostname === "")
    return "must be an address such as smtps://user:password@smtp.example:465";
  if (!["", "/"].includes(url.pathname)) return "must end after the host and port, without a path";
  const unknown = [...url.searchParams].filter(
    ([name, value]) => !MAIL_PARAMETERS.includes(name) && !isStrictTls(url, name, value),
  );
  if (unknown.some(([name]) => /tls|secure/i.test(name)))
    return "has a parameter that weakens TLS: smtps:// begins with TLS, MAIL_TLS decides about smtp://, and NODE_EXTRA_CA_CERTS names the authority of a certificate of your own";
  if (unknown.length === 0) return null;
  return `has a parameter after ? that the portal does not read: it reads ${MAIL_PARAMETERS.join(", ")}`;
}

/** Without a password there is none to read on the way. */
function isStrictTls(url: URL, name: string, value: string): boolean {
  return value === "true" && (name === "requireTLS" || (name === "ignoreTLS" && url.password === ""));
}

const TLS_FILES = ["sslcert", "sslkey", "sslrootcert"];
const TLS_PARAMETERS = ["ssl", "sslmode", "sslnegotiation", "uselibpqcompat", ...TLS_FILES];
const TLS_MODES = ["disable", "prefer", "require", "verify-ca", "verify-full", "no-verify"];

export function faultOfDatabaseUrl(text: string): Fault {
  const url = readUrl(text, ["postgres:", "postgresql:"]);
  const found = faultOfSigns(text);
  if (found !== null) return found;
  if (url === null) return "must be an address such as postgres://user:password@db.example:5432/counterpart";
  return faultOfTls(url.searchParams);
}

/** The driver ignores a mistyped parameter of TLS, and would send the password in clear or to an unknown server. */
function faultOfTls(parameters: URLSearchParams): Fault {
  for (const name of parameters.keys()) {
    const closest = TLS_PARAMETERS.includes(name) ? undefined : findClosest(name, TLS_PARAMETERS);
    if (closest !== undefined) return `has a parameter that nearly equals ${closest}: write ${closest}`;
    if (name.startsWith("ssl") && !TLS_PARAMETERS.includes(name))
      return `has a parameter of TLS that the portal does not read: it reads ${TLS_PARAMETERS.join(", ")}`;
  }
  const mode = parameters.get("sslmode");
  if (mode !== null && !TLS_MODES.includes(mode))
    return `has an unknown sslmode: use one of ${TLS_MODES.join(", ")}`;
  if (mode === "verify-ca" && parameters.get("uselibpqcompat") === "true" && !parameters.get("sslrootcert"))
    return "has sslmode=verify-ca without sslrootcert: name the file of the authority, or use sslmode=verify-full";
  for (const name of TLS_FILES) {
    const path = parameters.get(name);
    const fault = path === null ? null : findReadFault(path);
    if (fault !== null) return `names a file in ${name} that cannot be read: ${fault}`;
  }
  return null;
}

/** A file that the portal reads. */
export function faultOfFile(path: string): Fault {
  const fault = findReadFault(path);
  return fault === null ? null : `names a file that cannot be read: ${fault}`;
}

/** A DATABASE_URL with verify-full for modes that check as much today, and less in the driver's next version. */
export function withFullCheck(text: string): string {
  if (/[?&]uselibpqcompat=true/.test(text)) return text;
  return text.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, "$1verify-full");
}

/** Null unless the text is an address with one of these schemes and a host. */
function readUrl(text: string, schemes: readonly string[]): URL | null {
  if (!/^[a-z]+:\/\//i.test(text) || !URL.canParse(text)) return null;
  const url = new URL(text);
  return schemes.includes(url.protocol) ? url : null;
}

const CODES: Record<string, string> = { "#": "# as %23", "/": "/ as %2F", "?": "? as %3F" };
const UNENCODED = /[#/?]/g;
/** A % begins a code of two digits. */
const LONE_PERCENT = /%(?![0-9a-f]{2})/gi;

/** The text with codes for a lone % and for spaces, which not every library reads beside other codes. */
export function withCodes(text: string): string {
  return text.replaceAll(LONE_PERCENT, "%25").replaceAll(" ", "%20");
}

/** Signs before the last @ that end the user name or password early, so that the rest would be taken for the host. */
function faultOfSigns(text: string): Fault {
  const rest = text.replace(/^[a-z]+:\/\//i, "");
  const credentials = rest.slice(0, Math.max(0, rest.lastIndexOf("@")));
  const signs = [...new Set(credentials.match(UNENCODED) ?? [])];
  if (signs.length > 0)
    return `cannot be read: in a user name or password, write ${signs.map((sign) => CODES[sign]).join(", ")}; behind the host, write @ as %40`;
  if (rest.includes("#")) return `cannot be read: write ${CODES["#"]}`;
  try {
    decodeURIComponent(withCodes(rest));
    return null;
  } catch {
    return "has a code with % that stands for no letter: write each sign as its UTF-8 code";
  }
}
