import { desc, eq, type SQL } from "drizzle-orm";
import { type KeptBecause, keptBeforeSave } from "#domain/drafts/working-draft.ts";
import type { Id } from "#domain/id.ts";
import type { Change } from "../access/change.ts";
import { pageRevisions } from "../schema/pages.ts";
import type { PageOwner } from "./page-owner.ts";

type Opened = Pick<Change, "tx" | "at">;

export function isRevisionOf({ key }: Pick<PageOwner, "key">): SQL {
  return "templateId" in key
    ? eq(pageRevisions.templateId, key.templateId)
    : eq(pageRevisions.uniqueDocumentId, key.uniqueDocumentId);
}

/** Stores the present page of a locked owner as a revision. One that is stored already stays as it is: false. */
export async function keepRevision(
  { tx, at }: Opened,
  { key, page, pageRevision: number, pageSavedAt: savedAt, pageSavedBy: savedBy }: PageOwner,
  because: KeptBecause,
): Promise<boolean> {
  const kept = await tx
    .insert(pageRevisions)
    .values({ ...key, number, savedAt, savedBy, keptAt: at, because, page })
    .onConflictDoNothing()
    .returning({ number: pageRevisions.number });
  return kept.length > 0;
}

/** Stores the page that this person's save is about to replace, if it is due. */
export async function keepBeforeSave(opened: Opened, owner: PageOwner, saver: Id): Promise<boolean> {
  const { page, pageSavedBy: savedBy } = owner;
  // There is nothing to lose yet.
  if (page.content?.length === 0 && page.zones === undefined) return false;
  const [newest] = await opened.tx
    .select({ keptAt: pageRevisions.keptAt })
    .from(pageRevisions)
    .where(isRevisionOf(owner))
    .orderBy(desc(pageRevisions.number))
    .limit(1);
  const because = keptBeforeSave({ savedBy, newestKeptAt: newest?.keptAt ?? null }, saver, opened.at);
  return because !== null && keepRevision(opened, owner, because);
}
