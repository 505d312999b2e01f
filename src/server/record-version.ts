import { canonicalJson } from "#domain/canonical-json.ts";
import type { Versioned } from "#domain/record-fields.ts";
import { conflictError } from "./app-error.ts";

/** What the caller of a change read of the record: its version or, for one more version of the portal, its fields. */
export type Read = { recordVersion?: number | undefined; asRead?: unknown };

/** Whether the caller read a locked record as it is now. `fields` are those that `asRead` names. */
export function isAsRead(read: Read, { recordVersion }: Versioned, fields: unknown): boolean {
  if (read.recordVersion !== undefined) return read.recordVersion === recordVersion;
  return canonicalJson(read.asRead) === canonicalJson(fields);
}

/**
 * Throws if the caller read a locked record as it was before. The conflict brings the version and what there is now.
 */
export function requireAsRead(
  read: Read,
  { recordVersion }: Versioned,
  fields: unknown,
  what: string,
  now: Record<string, unknown> = {},
): void {
  if (!isAsRead(read, { recordVersion }, fields)) throw conflictError(what, { recordVersion, ...now });
}
