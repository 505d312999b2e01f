import { isPlainObject } from "./json-value.ts";
import type { PuckState } from "./page.ts";

/**
 * The version of the pages that this portal stores. Version 0 is a page that names none: its nested blocks may lie in
 * `zones`. A change of a block's stored props takes the next number, with a migration in the block's declaration.
 */
export const PAGE_VERSION = 1;

/** The version of a stored page; what is no version counts as none. */
export function versionOf(page: unknown): number {
  const version = isPlainObject(page) ? page.version : undefined;
  return typeof version === "number" && Number.isSafeInteger(version) && version > 0 ? version : 0;
}

/** Whether a newer portal wrote the page. Such a page is shown as far as it can be; nobody decides on it. */
export function isOfNewerVersion(page: unknown): boolean {
  return versionOf(page) > PAGE_VERSION;
}

/** Why a page must not be stored, in words; null where it may. Storing a page of a newer version would lose what is new in it. */
export function refuseStoring(page: unknown): string | null {
  if (!isOfNewerVersion(page)) return null;
  return (
    `This page is of version ${versionOf(page)}, and this portal knows pages up to version ${PAGE_VERSION}. ` +
    "Nothing was stored: this portal would lose what is new in the page. Use the newer portal that wrote it."
  );
}

/** A page of today's format as it is stored: with its version. */
export function stampVersion(page: PuckState): PuckState {
  return { version: PAGE_VERSION, ...page };
}
