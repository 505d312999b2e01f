import { and, desc, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import type { PageCalls } from "#contract/admin/page-calls.ts";
import { describePageChanges } from "#domain/documents/describe-changes.ts";
import type { FullRevision, Revision } from "#domain/drafts/working-draft.ts";
import type { Id } from "#domain/id.ts";
import { withLocksOf } from "#domain/page/locks.ts";
import { migratePage } from "#domain/page/migrate-page.ts";
import type { PuckState } from "#domain/page/page.ts";
import { resolveWorkOrders } from "#domain/page/resolve-work-orders.ts";
import { change } from "../access/change.ts";
import type { Editor } from "../access/gates.ts";
import { AppError } from "../app-error.ts";
import type { DbOrTx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { toStoredForm } from "../documents/content.ts";
import { migrateAndSanitise } from "../documents/resolve-page.ts";
import { pageRevisions } from "../schema/pages.ts";
import type { PageOwner, PageOwners } from "./page-owner.ts";
import { findColleagues } from "./queries.ts";
import { actOf, answerOf, requireLocks, requireRevision, storePage } from "./save-page.ts";
import { isRevisionOf, storeRevision } from "./store-revision.ts";

const { number: revision, savedAt, savedBy, because, page: storedPage } = pageRevisions;
const bytes = sql<number>`octet_length(${storedPage}::text)`;

/** The pages that a draft or a template had, latest first. */
export async function listRevisions(reader: DbOrTx, owners: PageOwners, id: Id): Promise<Revision[]> {
  return findRevisions(reader, await owners.find(reader, id));
}

/** One of these pages, compared with the present one. Both show the owner's work as it is now. */
export async function getRevision(
  reader: DbOrTx,
  owners: PageOwners,
  id: Id,
  number: number,
): Promise<FullRevision> {
  const owner = await owners.find(reader, id);
  const [found] = await findRevisions(reader, owner, number);
  const stored = await findStoredPage(reader, owner, number);
  const workOrderData = await owner.findWorkOrderData(reader);
  const shown = (page: PuckState) => resolveWorkOrders(migrateAndSanitise(page), workOrderData);
  const changes = describePageChanges(shown(stored), shown(owner.page));
  return { ...(found ?? refuse()), page: owner.withoutWorkOrderData(migrateAndSanitise(stored)), changes };
}

/** The revisions of an owner, latest first; with a number that one alone. */
async function findRevisions(reader: DbOrTx, owner: PageOwner, number?: number): Promise<Revision[]> {
  const rows = await reader
    .select({ revision, savedAt, savedBy, because, bytes })
    .from(pageRevisions)
    .where(and(isRevisionOf(owner), number === undefined ? undefined : eq(revision, number)))
    .orderBy(desc(revision));
  const savers = rows.map((row) => row.savedBy);
  const colleagues = await findColleagues(reader, savers);
  return rows.map((row) => ({
    ...row,
    savedAt: row.savedAt.toISOString(),
    savedBy: colleagues.get(row.savedBy ?? "") ?? null,
  }));
}

/** The page of a revision as it was stored, which may be in an earlier format. Throws AppError "not-found". */
export async function findStoredPage(reader: DbOrTx, owner: PageOwner, number: number): Promise<PuckState> {
  const [found] = await reader
    .select({ page: storedPage })
    .from(pageRevisions)
    .where(and(isRevisionOf(owner), eq(revision, number)));
  return found?.page ?? refuse();
}

function refuse(): never {
  throw new AppError("not-found", "There is no such revision.");
}

/**
 * Makes an earlier page the present one, whose page becomes a revision. What a template has locked in a document stays
 * as it is now, and a page that lacks it is refused.
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
    const stored = await findStoredPage(opened.tx, owner, number);
    const earlier = owner.withoutWorkOrderData(migrateAndSanitise(toStoredForm(stored)));
    const present = migratePage(owner.page).page;
    const page = owner.enforcesLocks ? withLocksOf(earlier, owner.withoutWorkOrderData(present)) : earlier;
    if (owner.enforcesLocks) requireLocks(page, present);
    await storeRevision(opened, owner, "RESTORED");
    const next = { page, isInActivity: true, unreadOfPage: stored };
    const saved = await storePage(opened, deps, editor, owner, next);
    await opened.record(actOf(saved, "restore", { restored: number }));
    return answerOf(saved);
  });
}
