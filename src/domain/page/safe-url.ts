import { isPendingImage } from "../images/image-address.ts";

const LINK_PROTOCOLS = ["http:", "https:", "mailto:", "tel:"];
const MAX_LENGTH = 2000;

// Browsers drop control characters from addresses and read a backslash as a slash.
const MISREAD = /[\p{Cc}\p{Zl}\p{Zp}\\]/u;

/** An address for a link: http(s), mailto, tel, an #anchor or a path of this site. Undefined for anything else. */
export function safeUrl(value: unknown): string | undefined {
  const url = typeof value === "string" ? value.trim() : "";
  if (url === "" || url.length > MAX_LENGTH || MISREAD.test(url)) return undefined;
  if (url.startsWith("#")) return url;
  if (url.startsWith("/")) return url.startsWith("//") ? undefined : url;
  const parsed = parse(url);
  if (!parsed || !LINK_PROTOCOLS.includes(parsed.protocol)) return undefined;
  if (parsed.protocol.startsWith("http") && (parsed.username || parsed.password)) return undefined;
  return url;
}

/** The source of an image or video: a path of this site, or an address prefixed with https (spec 2 section 9). */
export function mediaSource(value: unknown): string | undefined {
  const source = sourceOrPending(value);
  return source !== undefined && isPendingImage(source) ? undefined : source;
}

/** A mediaSource, or one of our images without a stored copy. */
export function sourceOrPending(value: unknown): string | undefined {
  const source = typeof value === "string" ? value.trim() : "";
  if (source === "" || source.length > MAX_LENGTH || MISREAD.test(source)) return undefined;
  if (source.startsWith("/") && !source.startsWith("//")) return source;
  const address = `https://${source.replace(/^(https?:)?\/\//i, "")}`;
  const parsed = parse(address);
  if (!parsed || parsed.username || parsed.password || !parsed.hostname.includes(".")) return undefined;
  return parsed.href;
}

function parse(address: string): URL | undefined {
  return URL.canParse(address) ? new URL(address) : undefined;
}

/** Whether a link leads to a place on the same page. Such a link never opens a new tab. */
export function isAnchor(url: string): boolean {
  return url.startsWith("#");
}
