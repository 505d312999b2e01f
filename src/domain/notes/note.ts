import { z } from "zod";
import { Id } from "../id.ts";
import { Timestamp } from "../timestamp.ts";

/** The text of a note, which may have several lines. */
export const NoteText = z
  .string({ error: "Please write a note" })
  .trim()
  .min(1, "Please write a note")
  .max(5000, "Please use at most 5,000 characters");

/** A note of the company's people about an organization. No client ever sees it. */
export const Note = z.strictObject({
  noteId: Id,
  organizationId: Id,
  text: z.string(),
  /** The name of the author at that time. */
  writtenBy: z.string(),
  writtenAt: Timestamp,
  /** Null if nobody has changed the note. */
  changedBy: z.string().nullable(),
  changedAt: Timestamp.nullable(),
});
export type Note = z.infer<typeof Note>;
