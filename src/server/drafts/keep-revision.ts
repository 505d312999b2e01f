import { desc, eq } from "drizzle-orm";
import { type KeptBecause, keptBeforeSave } from "#domain/drafts/revision.ts";
import type { Id } from "#domain/id.ts";
import type { Change } from "../access/change.ts";
import type { DocumentRow } from "../documents/queries.ts";
import { documentRevisions } from "./tables.ts";

type Opened = Pick<Change, "tx" | "at" | "record">;

/** Keeps the present page of a locked document as a revision. One that is kept already stays as it is: false. */
export async function keepRevision(
  { tx, at, record }: Opened,
  document: DocumentRow,
  because: KeptBecause,
): Promise<boolean> {
  const { uniqueDocumentId, organizationId, pageRevision, pageSavedAt, pageSavedBy, puckState } = document;
  const number = pageRevision;
  const kept = await tx
    .insert(documentRevisions)
    .values({
      ...{ uniqueDocumentId, organizationId, number, because },
      ...{ savedAt: pageSavedAt, savedBy: pageSavedBy, keptAt: at, page: puckState },
    })
    .onConflictDoNothing()
    .returning({ number: documentRevisions.number });
  if (kept.length > 0) {
    const details = { revision: number, savedBy: pageSavedBy, because };
    await record({ action: "document.edit", subjectId: uniqueDocumentId, organizationId, details });
  }
  return kept.length > 0;
}

/** Keeps the page that this person's save is about to replace, if it is time to. */
export async function keepBeforeSave(opened: Opened, document: DocumentRow, saver: Id): Promise<boolean> {
  // There is nothing to lose yet.
  if (document.puckState.content?.length === 0 && document.puckState.zones === undefined) return false;
  const [newest] = await opened.tx
    .select({ keptAt: documentRevisions.keptAt })
    .from(documentRevisions)
    .where(eq(documentRevisions.uniqueDocumentId, document.uniqueDocumentId))
    .orderBy(desc(documentRevisions.number))
    .limit(1);
  const work = { savedBy: document.pageSavedBy, newestKeptAt: newest?.keptAt ?? null };
  const because = keptBeforeSave(work, saver, opened.at);
  return because !== null && keepRevision(opened, document, because);
}
