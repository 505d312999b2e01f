import { z } from "zod";

/** A timestamp as ISO 8601 text with its zone: "2026-11-21T09:41:05.000Z". */
export const Timestamp = z.iso
  .datetime({ offset: true })
  .refine(isOfOurEra, "Expected a moment between the years 1 and 9998");

/** The database knows no year 0, and a zone can move a moment of the year 9999 beyond four digits. */
function isOfOurEra(text: string): boolean {
  const year = new Date(text).getUTCFullYear();
  return year > 0 && year < 9999;
}

/** Raised with each change of what a form edits. It begins at 1. */
export const RecordVersion = z.int().min(1);

/** What each record has that a form edits. */
export const Versioned = z.strictObject({ recordVersion: RecordVersion });
export type Versioned = z.infer<typeof Versioned>;
