import { desc, eq, type SQL } from "drizzle-orm";
import { type KeptBecause, keptBeforeSave } from "#domain/drafts/revision.ts";
import type { Id } from "#domain/id.ts";
import type { PuckState } from "#domain/page/page.ts";
import type { Change } from "../access/change.ts";
import type { DocumentRow } from "../documents/queries.ts";
import { pageRevisions } from "./tables.ts";

/** The document or template whose page it is. */
export type PageOwner = { uniqueDocumentId: Id } | { templateId: Id };

/** The present page of a locked document or template. */
export type PresentPage = Pick<DocumentRow, "pageRevision" | "pageSavedAt" | "pageSavedBy"> & {
  of: { uniqueDocumentId: Id; organizationId: Id } | { templateId: Id };
  page: PuckState;
};

type Opened = Pick<Change, "tx" | "at" | "record">;

export function isRevisionOf(of: PageOwner): SQL {
  return "templateId" in of
    ? eq(pageRevisions.templateId, of.templateId)
    : eq(pageRevisions.uniqueDocumentId, of.uniqueDocumentId);
}

/** Keeps the present page as a revision. One that is kept already stays as it is: false. */
export async function keepPage(
  { tx, at }: Pick<Change, "tx" | "at">,
  { of, page, pageRevision: number, pageSavedAt: savedAt, pageSavedBy: savedBy }: PresentPage,
  because: KeptBecause,
): Promise<boolean> {
  const kept = await tx
    .insert(pageRevisions)
    .values({ ...of, number, savedAt, savedBy, keptAt: at, because, page })
    .onConflictDoNothing()
    .returning({ number: pageRevisions.number });
  return kept.length > 0;
}

/** Why the page that this person's save is about to replace is to be kept; null if it is not. */
export async function whyKeptBeforeSave(
  { tx, at }: Pick<Change, "tx" | "at">,
  { of, page, pageSavedBy: savedBy }: PresentPage,
  saver: Id,
): Promise<KeptBecause | null> {
  // There is nothing to lose yet.
  if (page.content?.length === 0 && page.zones === undefined) return null;
  const [newest] = await tx
    .select({ keptAt: pageRevisions.keptAt })
    .from(pageRevisions)
    .where(isRevisionOf(of))
    .orderBy(desc(pageRevisions.number))
    .limit(1);
  return keptBeforeSave({ savedBy, newestKeptAt: newest?.keptAt ?? null }, saver, at);
}

/** Keeps the present page of a locked document as a revision, unless it is kept already. */
export async function keepRevision(
  opened: Opened,
  document: DocumentRow,
  because: KeptBecause,
): Promise<boolean> {
  const { uniqueDocumentId, organizationId, pageRevision: revision, pageSavedBy: savedBy } = document;
  const isKept = await keepPage(opened, presentPage(document), because);
  if (isKept) {
    const details = { revision, savedBy, because };
    await opened.record({ action: "document.edit", subjectId: uniqueDocumentId, organizationId, details });
  }
  return isKept;
}

/** Keeps the page that this person's save is about to replace, if it is time to. */
export async function keepBeforeSave(opened: Opened, document: DocumentRow, saver: Id): Promise<boolean> {
  const because = await whyKeptBeforeSave(opened, presentPage(document), saver);
  return because !== null && keepRevision(opened, document, because);
}

function presentPage({
  uniqueDocumentId,
  organizationId,
  puckState: page,
  ...row
}: DocumentRow): PresentPage {
  return { ...row, of: { uniqueDocumentId, organizationId }, page };
}
