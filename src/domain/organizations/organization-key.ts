import { comparableText } from "../lists/comparable-text.ts";

/**
 * Equal for names that people take for one: whatever the case, the accents, the spaces, and the kind of apostrophe and
 * dash. src/server/organizations/queries.ts compares the same in SQL.
 */
export function organizationKey(organizationName: string): string {
  return comparableText(organizationName).replaceAll(" ", "");
}

/** Whether a name that was found by its key is written in a way that a reader of a file should be told of. */
export function isSpelledOtherwise(written: string, organizationName: string): boolean {
  return written.toLowerCase() !== organizationName.toLowerCase();
}
