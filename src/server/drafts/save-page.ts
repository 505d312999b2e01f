import { eq } from "drizzle-orm";
import type { z } from "zod";
import type { savePage as savePageCall } from "#contract/admin/drafts.ts";
import { canonicalJson } from "#domain/canonical-json.ts";
import type { Id } from "#domain/id.ts";
import { migratePage, type UnreadPart } from "#domain/page/migrate-page.ts";
import type { PuckState } from "#domain/page/page.ts";
import { resolveWorkOrders, withoutResolved } from "#domain/page/resolve-work-orders.ts";
import { type Change, change } from "../access/change.ts";
import type { Editor } from "../access/gates.ts";
import { AppError } from "../app-error.ts";
import type { Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { totalsOfDraft } from "../documents/content.ts";
import { findCurrentWork } from "../documents/find-work.ts";
import { lockAnyDocument } from "../documents/lock-any-document.ts";
import { pageToStore } from "../documents/page-to-store.ts";
import type { DocumentRow } from "../documents/queries.ts";
import { NO_WORK } from "../documents/resolve-page.ts";
import { uniqueDocuments } from "../documents/tables.ts";
import { tellOfDocument } from "../documents/tell-of-document.ts";
import { registerImagesOfPages } from "../images/register-images.ts";
import { keepParts } from "../search/keep-parts.ts";
import { checkDraftPage, requireLocks } from "./check-draft-page.ts";
import { keepBeforeSave } from "./keep-revision.ts";
import { findCopies, findSave } from "./queries.ts";

type Given = z.output<(typeof savePageCall)["body"]>;
type Answer = z.input<(typeof savePageCall)["reply"]>;

/**
 * Saves the page of a draft. Of two people who save from the same revision the second is told who came first. A page
 * that is stored already changes nothing, so that a save whose answer was lost can be sent again.
 */
export async function savePage(
  deps: Deps,
  editor: Editor,
  uniqueDocumentId: Id,
  { revision, page: given }: Given,
): Promise<Answer> {
  return change(deps, editor, async (opened) => {
    const { tx } = opened;
    const document = await lockAnyDocument(tx, uniqueDocumentId);
    requireEditable(document);
    const stored = migratePage(document.puckState).page;
    const page = checkDraftPage(given, stored);
    if (canonicalJson(page) === canonicalJson(withoutResolved(stored))) return answer(tx, document, page);
    await requireRevision(tx, document, revision);
    requireLocks(page, stored);
    const isKept = await keepBeforeSave(opened, document, editor.userProfileId);
    const saved = await storePage(opened, deps, editor, document, { page, isInActivity: isKept });
    return answer(tx, saved, page);
  });
}

/** Throws AppError "conflict" if the page of the document is not to be changed, now or any more. */
export function requireEditable({ status, withdrawnAt }: DocumentRow): void {
  if (withdrawnAt !== null) throw WITHDRAWN;
  if (status !== "DRAFT") throw SENT;
}

const WITHDRAWN = new AppError(
  "conflict",
  "This document is withdrawn, so it stays as it is. Nothing was saved. You can make a new version of it.",
  { reason: "withdrawn" },
);

const SENT = new AppError(
  "conflict",
  "This document has been sent, so its page stays as its client reads it. Nothing was saved. You can recall it first, or make a new version.",
  { reason: "document-sent" },
);

/** Throws AppError "conflict" with the newest save if the caller has read another revision. */
export async function requireRevision(
  tx: Tx,
  page: Pick<DocumentRow, "pageRevision" | "pageSavedAt" | "pageSavedBy">,
  revision: number,
): Promise<void> {
  if (page.pageRevision === revision) return;
  const save = await findSave(tx, page);
  const message = `${save.savedBy?.name ?? "Somebody else"} has saved this page since you opened it. Nothing was changed.`;
  throw new AppError("conflict", message, { reason: "changed-meanwhile", ...save });
}

type StoredNext = {
  page: PuckState;
  isInActivity: boolean;
  /** The stored page whose unreadable parts stay with this one. Defaults to the page before. */
  unreadOfPage?: PuckState;
};

/**
 * Stores the page of a locked draft as its next revision, with all that follows from a page. Lists hear of it if the
 * total changes or the activity shows it.
 */
export async function storePage(
  { tx, at }: Change,
  deps: Deps,
  editor: Editor,
  document: DocumentRow,
  { page, isInActivity, unreadOfPage = document.puckState }: StoredNext,
): Promise<DocumentRow> {
  const { uniqueDocumentId, organizationId } = document;
  const work = (await findCurrentWork(tx, organizationId, [uniqueDocumentId])).get(uniqueDocumentId);
  const [saved] = await tx
    .update(uniqueDocuments)
    .set({
      puckState: { ...pageToStore(page), ...unreadOf(unreadOfPage) },
      // Nobody loses a word because of a price. Sending refuses what is out of range.
      ...totalsOfDraft(resolveWorkOrders(page, work ?? NO_WORK)),
      pageRevision: document.pageRevision + 1,
      pageSavedAt: at,
      pageSavedBy: editor.userProfileId,
      // A client who knows the document sees when it was sent or taken back, not when somebody writes on it.
      ...(document.shownAt === null && { updatedAt: at }),
    })
    .where(eq(uniqueDocuments.uniqueDocumentId, uniqueDocumentId))
    .returning();
  if (!saved) throw new Error("A locked draft is not there.");
  await registerImagesOfPages(tx, deps, [{ page, organizationId }]);
  await keepParts(tx, [{ uniqueDocumentId, organizationId, page }]);
  // Its client reads what was sent.
  if (isInActivity || saved.totalCost !== document.totalCost) {
    await tellOfDocument(tx, deps, { ...saved, shownAt: null });
  } else await deps.live.publish(tx, { company: true }, { kind: "draft", id: uniqueDocumentId });
  return saved;
}

/** What cannot be read of the stored page stays beside the next one, until somebody decides. */
export function unreadOf(stored: PuckState): { unread?: UnreadPart[] } {
  const { unread } = migratePage(stored);
  return unread.length > 0 ? { unread } : {};
}

async function answer(tx: Tx, document: DocumentRow, page: PuckState): Promise<Answer> {
  const { pageRevision: revision, pageSavedAt, totalCost } = document;
  return {
    revision,
    savedAt: pageSavedAt.toISOString(),
    totalCost: totalCost === null ? null : Number(totalCost),
    images: await findCopies(tx, page),
  };
}
