import { isPlainObject } from "./json-value.ts";
import type { PuckState } from "./page.ts";

/** Raised by a change of a block's stored props, with a migration in its declaration. Pages without it have 0. */
export const PAGE_VERSION = 1;

/** The version of a stored page; 0 if it names none. */
export function versionOf(page: unknown): number {
  const version = isPlainObject(page) ? page.version : undefined;
  return typeof version === "number" && Number.isSafeInteger(version) && version > 0 ? version : 0;
}

/** Whether a newer portal wrote the page. Such a page is shown as far as possible, and no one decides on it. */
export function isOfNewerVersion(page: unknown): boolean {
  return versionOf(page) > PAGE_VERSION;
}

/** Why a page must not be stored, or null: this portal would lose the new parts of a newer version. */
export function refuseStoring(page: unknown): string | null {
  if (!isOfNewerVersion(page)) return null;
  return (
    `This page is of version ${versionOf(page)}, and this portal knows pages up to version ${PAGE_VERSION}. ` +
    "Nothing was stored: this portal would lose what is new in the page. Use the newer portal that wrote it."
  );
}

/** A migrated page with its version, ready to store. */
export function stampVersion(page: PuckState): PuckState {
  return { version: PAGE_VERSION, ...page };
}
