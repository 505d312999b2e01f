import { z } from "zod";
import { Id } from "#domain/id.ts";
import { Note, NoteText } from "#domain/notes/note.ts";
import { defineAdminCall, IdParams } from "../call.ts";

export const listNotes = defineAdminCall("GET", "organization/admin/{id}/notes", "viewer", {
  staleAfter: ["organization"],
  summary: "The company's notes about an organization, newest first; no client sees them",
  params: IdParams,
  reply: z.array(Note),
});

export const addNote = defineAdminCall("POST", "organization/admin/{id}/notes", "editor", {
  summary: "Adds a note about an organization",
  params: IdParams,
  body: z.strictObject({ text: NoteText }),
  reply: Note,
});

export const changeNote = defineAdminCall("PATCH", "note/admin/{id}", "editor", {
  summary: "Changes a note's text",
  params: IdParams,
  body: z.strictObject({
    text: NoteText,
    /** The text as the editor read it. If it differs by now, nothing is changed. */
    asRead: z.string(),
  }),
  reply: Note,
});

export const removeNote = defineAdminCall("DELETE", "note/admin/{id}", "editor", {
  summary: "Deletes a note",
  params: IdParams,
  reply: z.strictObject({ noteId: Id }),
});
