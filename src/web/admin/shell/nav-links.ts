import { ADMIN_PATHS } from "../paths.ts";

/** The links at the top of the company's side. */
export const NAV_LINKS = [{ label: "People", path: ADMIN_PATHS.people }] as const;

/** A link is marked on its own screen and on those below it. */
export function isHere(path: string, currentPath: string): boolean {
  return currentPath === path || currentPath.startsWith(`${path}/`);
}
