import { RecordVersion } from "#domain/record-version.ts";
import { ApiError } from "#web/lib/api-error.ts";

/** The version that a record has by now, if a change was refused because somebody else has changed it. */
export function changedVersion(error: unknown): number | null {
  if (!(error instanceof ApiError) || error.details.reason !== "changed-meanwhile") return null;
  return RecordVersion.safeParse(error.details.recordVersion).data ?? null;
}

/** For somebody who typed a change of what a colleague has changed since. `how` says what is other by now. */
export function sayChanged(what: string, how?: string): string {
  const changed = `Somebody else has changed ${what} meanwhile${how === undefined ? "" : `: ${how}`}.`;
  return `${changed} Save again to replace that by what you typed, or reload the page to read it first.`;
}
