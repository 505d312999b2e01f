import type { z } from "zod";
import type { restoreRevision as restoreCall } from "#contract/admin/drafts.ts";
import type { Id } from "#domain/id.ts";
import { withLocksOf } from "#domain/page/locks.ts";
import { migratePage } from "#domain/page/migrate-page.ts";
import { withoutResolved } from "#domain/page/resolve-work-orders.ts";
import { change } from "../access/change.ts";
import type { Editor } from "../access/gates.ts";
import type { Deps } from "../deps.ts";
import { lockAnyDocument } from "../documents/lock-any-document.ts";
import { pageToStore } from "../documents/page-to-store.ts";
import { showStoredPage } from "../documents/resolve-page.ts";
import { requireLocks } from "./check-draft-page.ts";
import { findKeptPage } from "./find-revisions.ts";
import { keepRevision } from "./keep-revision.ts";
import { requireEditable, requireRevision, storePage } from "./save-page.ts";

/**
 * Makes an earlier page the present one. The page that it replaces is kept. What a template has locked stays as it is
 * now, and a page that lacks it is refused.
 */
export async function restoreRevision(
  deps: Deps,
  editor: Editor,
  uniqueDocumentId: Id,
  number: number,
  { revision: asRead }: z.output<typeof restoreCall.body>,
): Promise<z.input<typeof restoreCall.reply>> {
  return change(deps, editor, async (opened) => {
    const { tx, record } = opened;
    const document = await lockAnyDocument(tx, uniqueDocumentId);
    requireEditable(document);
    await requireRevision(tx, document, asRead);
    const stored = await findKeptPage(tx, { uniqueDocumentId }, number);
    const present = migratePage(document.puckState).page;
    const page = withLocksOf(withoutResolved(showStoredPage(pageToStore(stored))), withoutResolved(present));
    requireLocks(page, present);
    await keepRevision(opened, document, "RESTORED");
    const { pageRevision, pageSavedAt } = await storePage(opened, deps, editor, document, {
      page,
      isInActivity: true,
      unreadOfPage: stored,
    });
    await record({
      action: "document.restore",
      subjectId: uniqueDocumentId,
      organizationId: document.organizationId,
      details: { restored: number, revision: pageRevision },
    });
    return { revision: pageRevision, savedAt: pageSavedAt.toISOString() };
  });
}
