import { PATHS } from "#web/paths.ts";

const RETURN = "return";

/** Where to sign in so that the person comes back to where they wanted to go. */
export function loginPath(wanted: string): string {
  return `${PATHS.login}?${new URLSearchParams({ [RETURN]: wanted })}`;
}

/** Where to go after sign-in: the address asked for when it is on this site, else the dashboard. */
export function returnAddress(search: string): string {
  const wanted = new URLSearchParams(search).get(RETURN);
  return wanted !== null && isOnThisSite(wanted) ? wanted : PATHS.dashboard;
}

/** Whether an address lies on the company's side, which is another page: the browser has to load it. */
export function isOnCompanySide(address: string): boolean {
  const { pathname } = new URL(address, SOME_ORIGIN);
  return pathname === PATHS.admin || pathname.startsWith(`${PATHS.admin}/`);
}

// Any origin serves: only whether the address leaves it counts. A browser reads "/\" like "//" and drops
// tabs and line breaks, so addresses with such characters are refused rather than guessed at.
const SOME_ORIGIN = "https://portal.invalid";

function isOnThisSite(address: string): boolean {
  if (!address.startsWith("/") || /[\\\p{Cc}]/u.test(address) || address.startsWith("//")) return false;
  const url = parse(address);
  return url?.origin === SOME_ORIGIN && url.pathname !== PATHS.login && !url.pathname.startsWith("//");
}

function parse(address: string): URL | null {
  try {
    return new URL(address, SOME_ORIGIN);
  } catch {
    return null;
  }
}
