import { parse } from "bowser";

/** "Chrome on Windows", or "curl" of a program, from a User-Agent header; null without one. */
export function nameBrowser(userAgent: string | null): string | null {
  if (!userAgent) return null;
  const { browser, os } = parse(userAgent);
  const named = [browser.name, os.name].filter(Boolean);
  return named.length > 0 ? named.join(" on ") : (/^[\w.-]{1,40}/.exec(userAgent)?.[0] ?? null);
}
