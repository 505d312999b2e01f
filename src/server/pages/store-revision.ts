import { desc, eq, type SQL } from "drizzle-orm";
import { type RevisionReason, revisionReason } from "#domain/drafts/working-draft.ts";
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
export async function storeRevision(
  { tx, at }: Opened,
  { key, page, pageRevision: number, pageSavedAt: savedAt, pageSavedBy: savedBy }: PageOwner,
  reason: RevisionReason,
): Promise<boolean> {
  const inserted = await tx
    .insert(pageRevisions)
    .values({ ...key, number, savedAt, savedBy, storedAt: at, because: reason, page })
    .onConflictDoNothing()
    .returning({ number: pageRevisions.number });
  return inserted.length > 0;
}

/** Stores the page that this person's save is about to replace, if it is due. */
export async function storeRevisionBeforeSave(opened: Opened, owner: PageOwner, saver: Id): Promise<boolean> {
  const { page, pageSavedBy: savedBy } = owner;
  // There is nothing to lose yet.
  if (page.content?.length === 0 && page.zones === undefined) return false;
  const [newest] = await opened.tx
    .select({ storedAt: pageRevisions.storedAt })
    .from(pageRevisions)
    .where(isRevisionOf(owner))
    .orderBy(desc(pageRevisions.number))
    .limit(1);
  const reason = revisionReason({ savedBy, newestStoredAt: newest?.storedAt ?? null }, saver, opened.at);
  return reason !== null && storeRevision(opened, owner, reason);
}
