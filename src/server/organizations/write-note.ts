import { desc, eq } from "drizzle-orm";
import { v7 } from "uuid";
import type { z } from "zod";
import type * as calls from "#contract/admin/organizations.ts";
import type { Id } from "#domain/id.ts";
import type { Note } from "#domain/organizations/managed-organization.ts";
import { change } from "../access/change.ts";
import type { Editor } from "../access/gates.ts";
import { AppError } from "../app-error.ts";
import type { DbOrTx, Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { requireAsRead } from "../record-version.ts";
import { notes } from "../schema/organizations.ts";
import { requireOrganization } from "./queries.ts";

// Audit rows of notes name the note and no text: an organization's timeline may be exported.

/** Adds a note about an organization. */
export async function addNote(
  deps: Deps,
  editor: Editor,
  organizationId: Id,
  { text }: z.output<typeof calls.addNote.body>,
): Promise<Note> {
  return change(deps, editor, async ({ tx, at, record }) => {
    await requireOrganization(tx, organizationId);
    const noteId = v7();
    const note = { noteId, organizationId, text, writtenBy: editor.name, writtenAt: at };
    await tx.insert(notes).values(note);
    await record({ action: "note.add", subjectId: noteId, organizationId, details: {} });
    await publishNote(tx, deps, organizationId);
    return presentNote({ ...note, changedBy: null, changedAt: null, recordVersion: 1 });
  });
}

/** Changes a note. Of two concurrent editors the second is refused. */
export async function changeNote(
  deps: Deps,
  editor: Editor,
  noteId: Id,
  { text, ...read }: z.output<typeof calls.changeNote.body>,
): Promise<Note> {
  return change(deps, editor, async ({ tx, at, record }) => {
    const before = await lockNote(tx, noteId);
    if (before.text === text) return presentNote(before);
    requireAsRead(read, before, before.text, "this note", { text: before.text });
    const [changed = before] = await tx
      .update(notes)
      .set({ text, changedBy: editor.name, changedAt: at })
      .where(eq(notes.noteId, noteId))
      .returning();
    const { organizationId } = before;
    await record({ action: "note.change", subjectId: noteId, organizationId, details: {} });
    await publishNote(tx, deps, organizationId);
    return presentNote(changed);
  });
}

/** Deletes a note. One that is gone already answers alike. */
export async function removeNote(deps: Deps, editor: Editor, noteId: Id): Promise<{ noteId: Id }> {
  return change(deps, editor, async ({ tx, record }) => {
    const [removed] = await tx.delete(notes).where(eq(notes.noteId, noteId)).returning();
    if (!removed) return { noteId };
    const { organizationId, writtenBy } = removed;
    await record({ action: "note.remove", subjectId: noteId, organizationId, details: { writtenBy } });
    await publishNote(tx, deps, organizationId);
    return { noteId };
  });
}

async function publishNote(tx: Tx, { live }: Pick<Deps, "live">, organizationId: Id): Promise<void> {
  await live.publish(tx, { company: true }, { kind: "organization", id: organizationId });
}

/** The notes about an organization, newest first. Throws AppError "not-found" for an unknown organization. */
export async function findNotes(reader: DbOrTx, organizationId: Id): Promise<Note[]> {
  await requireOrganization(reader, organizationId);
  const rows = await reader
    .select()
    .from(notes)
    .where(eq(notes.organizationId, organizationId))
    .orderBy(desc(notes.writtenAt), desc(notes.noteId));
  return rows.map(presentNote);
}

/** Reads and locks a note until the transaction ends. */
async function lockNote(tx: Tx, noteId: Id): Promise<typeof notes.$inferSelect> {
  const [row] = await tx.select().from(notes).where(eq(notes.noteId, noteId)).for("update");
  if (!row) throw new AppError("not-found", "This note no longer exists.");
  return row;
}

function presentNote({ writtenAt, changedAt, ...note }: typeof notes.$inferSelect): Note {
  return { ...note, writtenAt: writtenAt.toISOString(), changedAt: changedAt?.toISOString() ?? null };
}
