import type { z } from "zod";
import type { PageCalls } from "#contract/admin/page-calls.ts";
import type { Id } from "#domain/id.ts";
import { withLocksOf } from "#domain/page/locks.ts";
import { migratePage } from "#domain/page/migrate-page.ts";
import { change } from "../access/change.ts";
import type { Editor } from "../access/gates.ts";
import type { Deps } from "../deps.ts";
import { pageToStore } from "../documents/content.ts";
import { showStoredPage } from "../documents/resolve-page.ts";
import { requireLocks } from "./check-page.ts";
import { findCachedPage } from "./list-revisions.ts";
import type { PageOwners } from "./page-owner.ts";
import { actOf, answerOf, requireRevision, storePage } from "./save-page.ts";
import { storeRevision } from "./store-revision.ts";

/**
 * Makes an earlier page the present one. The page that it replaces is kept. What a template has locked in a document
 * stays as it is now, and a page that lacks it is refused.
 */
export async function restoreRevision(
  deps: Deps,
  editor: Editor,
  owners: PageOwners,
  id: Id,
  number: number,
  { revision: expected }: z.output<PageCalls["restoreRevision"]["body"]>,
): Promise<z.input<PageCalls["restoreRevision"]["reply"]>> {
  return change(deps, editor, async (opened) => {
    const owner = await owners.lock(opened.tx, id);
    owner.requireEditable();
    await requireRevision(opened.tx, owner, expected);
    const stored = await findCachedPage(opened.tx, owner, number);
    const earlier = owner.withoutWork(showStoredPage(pageToStore(stored)));
    const present = migratePage(owner.page).page;
    const page = owner.enforcesLocks ? withLocksOf(earlier, owner.withoutWork(present)) : earlier;
    if (owner.enforcesLocks) requireLocks(page, present);
    await storeRevision(opened, owner, "RESTORED");
    const next = { page, isInActivity: true, unreadOfPage: stored };
    const saved = await storePage(opened, deps, editor, owner, next);
    await opened.record(actOf(saved, "restore", { restored: number }));
    return answerOf(saved);
  });
}
