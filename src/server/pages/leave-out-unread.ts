import type { Id } from "#domain/id.ts";
import { migratePage } from "#domain/page/migrate-page.ts";
import { change } from "../access/change.ts";
import type { Editor } from "../access/gates.ts";
import type { Deps } from "../deps.ts";
import { pageToStore } from "../documents/page-to-store.ts";
import { keepRevision } from "./keep-revision.ts";
import type { PageOwners } from "./page-owner.ts";
import { actOf } from "./save-page.ts";

/**
 * Takes the parts out of a page that cannot be read. A revision keeps them. What can be read stays the same page, so
 * no one who edits it meets a conflict.
 */
export async function leaveOutUnread(
  deps: Deps,
  editor: Editor,
  owners: PageOwners,
  id: Id,
): Promise<{ uniqueDocumentId?: Id; templateId?: Id }> {
  return change(deps, editor, async (opened) => {
    const owner = await owners.lock(opened.tx, id);
    owner.requireEditable();
    const { page, unread } = migratePage(owner.page);
    const answer = "templateId" in owner.key ? owner.key : { uniqueDocumentId: id };
    if (unread.length === 0) return answer;
    await keepRevision(opened, owner, "WORK");
    const next = { page: owner.withoutWork(page), isInActivity: true };
    const { pageRevision, pageSavedAt, pageSavedBy } = owner;
    const columns = { pageRevision, pageSavedAt, pageSavedBy, page: pageToStore(page) };
    await owner.store(opened, deps, columns, next);
    await opened.record(actOf(owner, "edit", { leftOut: unread.map(({ problem }) => problem) }));
    return answer;
  });
}
