import { z } from "zod";
import { Id } from "#domain/id.ts";
import { Note, NoteText } from "#domain/notes/note.ts";
import { defineCall } from "../call.ts";
import { IdParams } from "../id-params.ts";

export const listNotes = defineCall({
  method: "GET",
  path: "organization/admin/{id}/notes",
  who: "viewer",
  reach: "every-organization",
  summary: "The company's notes about an organization, newest first; no client sees them",
  params: IdParams,
  reply: z.array(Note),
});

export const addNote = defineCall({
  method: "POST",
  path: "organization/admin/{id}/notes",
  who: "editor",
  reach: "every-organization",
  summary: "Adds a note about an organization",
  params: IdParams,
  body: z.strictObject({ text: NoteText }),
  reply: Note,
});

export const changeNote = defineCall({
  method: "PATCH",
  path: "note/admin/{id}",
  who: "editor",
  reach: "every-organization",
  summary: "Changes a note's text",
  params: IdParams,
  body: z.strictObject({
    text: NoteText,
    /** The text as the editor read it. If it differs by now, nothing is changed. */
    asRead: z.string(),
  }),
  reply: Note,
});

export const removeNote = defineCall({
  method: "DELETE",
  path: "note/admin/{id}",
  who: "editor",
  reach: "every-organization",
  summary: "Deletes a note",
  params: IdParams,
  reply: z.strictObject({ noteId: Id }),
});
