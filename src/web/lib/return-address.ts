import { PATHS } from "#web/paths.ts";

const RETURN = "return";

/** The sign-in address with a return address. */
export function loginPath(target: string): string {
  return `${PATHS.login}?${new URLSearchParams({ [RETURN]: target })}`;
}

/** The address after sign-in: the requested one if it is on this site, otherwise the dashboard. */
export function returnAddress(search: string): string {
  const target = new URLSearchParams(search).get(RETURN);
  return target !== null && isOnThisSite(target) ? target : PATHS.dashboard;
}

/** Whether an address is on the company's side, which is another page that the browser has to load. */
export function isOnCompanySide(address: string): boolean {
  const { pathname } = new URL(address, SOME_ORIGIN);
  return pathname === PATHS.admin || pathname.startsWith(`${PATHS.admin}/`);
}

// Any origin will do: the check is whether an address leaves it. Browsers read "/\" like "//" and drop tabs and line
// breaks, so addresses with these characters are refused.
const SOME_ORIGIN = "https://portal.invalid";

function isOnThisSite(address: string): boolean {
  if (!address.startsWith("/") || /[\\\p{Cc}]/u.test(address) || address.startsWith("//")) return false;
  if (!URL.canParse(address, SOME_ORIGIN)) return false;
  const url = new URL(address, SOME_ORIGIN);
  return url.origin === SOME_ORIGIN && url.pathname !== PATHS.login && !url.pathname.startsWith("//");
}
