import { desc, eq } from "drizzle-orm";
import type { Id } from "#domain/id.ts";
import type { Note } from "#domain/organizations/managed-organization.ts";
import { AppError } from "../app-error.ts";
import type { Reader, Tx } from "../db/database.ts";
import { notes, organizations } from "../schema/organizations.ts";

/** The notes about an organization, newest first. Throws AppError "not-found" for an unknown organization. */
export async function findNotes(reader: Reader, organizationId: Id): Promise<Note[]> {
  await requireOrganization(reader, organizationId);
  const rows = await reader
    .select()
    .from(notes)
    .where(eq(notes.organizationId, organizationId))
    .orderBy(desc(notes.writtenAt), desc(notes.noteId));
  return rows.map(presentNote);
}

export async function requireOrganization(reader: Reader, organizationId: Id): Promise<void> {
  const found = await reader
    .select({ organizationId: organizations.organizationId })
    .from(organizations)
    .where(eq(organizations.organizationId, organizationId));
  if (found.length === 0) throw new AppError("not-found", "There is no such organization.");
}

/** Reads and locks a note until the transaction ends. */
export async function lockNote(tx: Tx, noteId: Id): Promise<typeof notes.$inferSelect> {
  const [row] = await tx.select().from(notes).where(eq(notes.noteId, noteId)).for("update");
  if (!row) throw new AppError("not-found", "There is no such note any more.");
  return row;
}

export function presentNote({ writtenAt, changedAt, ...note }: typeof notes.$inferSelect): Note {
  return { ...note, writtenAt: writtenAt.toISOString(), changedAt: changedAt?.toISOString() ?? null };
}
