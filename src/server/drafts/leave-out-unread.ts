import { eq } from "drizzle-orm";
import type { Id } from "#domain/id.ts";
import { migratePage } from "#domain/page/migrate-page.ts";
import { change } from "../access/change.ts";
import type { Editor } from "../access/gates.ts";
import type { Deps } from "../deps.ts";
import { lockAnyDocument } from "../documents/lock-any-document.ts";
import { pageToStore } from "../documents/page-to-store.ts";
import { uniqueDocuments } from "../documents/tables.ts";
import { keepRevision } from "./keep-revision.ts";
import { requireEditable } from "./save-page.ts";

/**
 * Takes the parts out of a draft that cannot be read. A revision keeps them. What can be read stays the same page, so
 * nobody who edits it meets a conflict.
 */
export async function leaveOutUnread(
  deps: Deps,
  editor: Editor,
  uniqueDocumentId: Id,
): Promise<{ uniqueDocumentId: Id }> {
  return change(deps, editor, async (opened) => {
    const { tx, record } = opened;
    const document = await lockAnyDocument(tx, uniqueDocumentId);
    requireEditable(document);
    const { page, unread } = migratePage(document.puckState);
    if (unread.length === 0) return { uniqueDocumentId };
    await keepRevision(opened, document, "WORK");
    await tx
      .update(uniqueDocuments)
      .set({ puckState: pageToStore(page) })
      .where(eq(uniqueDocuments.uniqueDocumentId, uniqueDocumentId));
    const { organizationId } = document;
    const details = { leftOut: unread.map(({ problem }) => problem) };
    await record({ action: "document.edit", subjectId: uniqueDocumentId, organizationId, details });
    return { uniqueDocumentId };
  });
}
