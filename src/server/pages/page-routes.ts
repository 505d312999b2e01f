import type { PageCalls } from "#contract/admin/page-calls.ts";
import type { Id } from "#domain/id.ts";
import { migratePage } from "#domain/page/migrate-page.ts";
import { change } from "../access/change.ts";
import type { Editor } from "../access/gates.ts";
import type { Deps } from "../deps.ts";
import { toStoredForm } from "../documents/content.ts";
import { type Route, route } from "../http/route.ts";
import { getRevision, listRevisions, restoreRevision } from "./list-revisions.ts";
import type { PageOwners } from "./page-owner.ts";
import { reportPresence } from "./report-presence.ts";
import { actOf, savePage } from "./save-page.ts";
import { storeRevision } from "./store-revision.ts";

/** The routes of the calls about the pages of documents, or of templates. */
export function pageRoutes(calls: PageCalls, owners: PageOwners): Route[] {
  return [
    route(calls.savePage, ({ deps, caller, params, body }) =>
      savePage(deps, caller, owners, params.id, body),
    ),
    route(calls.reportPresence, ({ deps, caller, params, body }) =>
      reportPresence(deps, caller, owners, params.id, body),
    ),
    route(calls.leaveOutUnread, ({ deps, caller, params }) =>
      leaveOutUnread(deps, caller, owners, params.id),
    ),
    route(calls.listRevisions, ({ deps, params }) => listRevisions(deps.db, owners, params.id)),
    route(calls.getRevision, ({ deps, params }) =>
      getRevision(deps.db, owners, params.id, Number(params.number)),
    ),
    route(calls.restoreRevision, ({ deps, caller, params, body }) =>
      restoreRevision(deps, caller, owners, params.id, Number(params.number), body),
    ),
  ];
}

/**
 * Removes unreadable parts from a page, which a revision retains. The rest is unchanged, so no editor gets a conflict.
 */
async function leaveOutUnread(
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
    await storeRevision(opened, owner, "WORK");
    const next = { page: owner.withoutWorkOrderData(page), isInActivity: true };
    const { pageRevision, pageSavedAt, pageSavedBy } = owner;
    const columns = { pageRevision, pageSavedAt, pageSavedBy, page: toStoredForm(page) };
    await owner.store(opened, deps, columns, next);
    await opened.record(actOf(owner, "edit", { leftOut: unread.map(({ problem }) => problem) }));
    return answer;
  });
}
