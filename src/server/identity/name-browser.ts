import { BROWSER_MAP, OS_MAP, parse } from "bowser";

/** Longer ones are nobody's, and the parser is not made for them. */
const LONGEST = 500;

/** "Chrome on Windows", or "curl" of a program, from a User-Agent header; null without one. */
export function nameBrowser(userAgent: string | null): string | null {
  if (!userAgent) return null;
  const { browser, os } = parse(userAgent.slice(0, LONGEST));
  // The parser takes other words of the header as names, and these stand in our mails.
  const named = [known(BROWSER_MAP, browser.name), known(OS_MAP, os.name)].filter(Boolean);
  return named.length > 0 ? named.join(" on ") : (/^[\w.-]{1,40}/.exec(userAgent)?.[0] ?? null);
}

function known(names: Readonly<Record<string, string>>, name: string | undefined): string | undefined {
  return Object.values(names).find((one) => one === name);
}
