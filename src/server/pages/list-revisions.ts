import { and, desc, eq, sql } from "drizzle-orm";
import { describePageChanges } from "#domain/documents/describe-changes.ts";
import type { FullRevision, Revision } from "#domain/drafts/working-draft.ts";
import type { Id } from "#domain/id.ts";
import type { PuckState } from "#domain/page/page.ts";
import { resolveWorkOrders } from "#domain/page/resolve-work-orders.ts";
import { AppError } from "../app-error.ts";
import type { Reader } from "../db/database.ts";
import { showStoredPage } from "../documents/resolve-page.ts";
import { pageRevisions } from "../schema/pages.ts";
import type { PageOwner, PageOwners } from "./page-owner.ts";
import { findColleagues } from "./queries.ts";
import { isRevisionOf } from "./store-revision.ts";

const { number: revision, savedAt, savedBy, because, page: storedPage } = pageRevisions;
const bytes = sql<number>`octet_length(${storedPage}::text)`;

/** The pages that a draft or a template had, latest first. */
export async function listRevisions(reader: Reader, owners: PageOwners, id: Id): Promise<Revision[]> {
  return findRevisions(reader, await owners.find(reader, id));
}

/** One of these pages, compared with the present one. Both show the owner's work as it is now. */
export async function getRevision(
  reader: Reader,
  owners: PageOwners,
  id: Id,
  number: number,
): Promise<FullRevision> {
  const owner = await owners.find(reader, id);
  const [found] = await findRevisions(reader, owner, number);
  const stored = await findCachedPage(reader, owner, number);
  const work = await owner.findWork(reader);
  const shown = (page: PuckState) => resolveWorkOrders(showStoredPage(page), work);
  const changes = describePageChanges(shown(stored), shown(owner.page));
  return { ...(found ?? refuse()), page: owner.withoutWork(showStoredPage(stored)), changes };
}

/** The revisions of an owner, latest first; with a number that one alone. */
async function findRevisions(reader: Reader, owner: PageOwner, number?: number): Promise<Revision[]> {
  const rows = await reader
    .select({ revision, savedAt, savedBy, because, bytes })
    .from(pageRevisions)
    .where(and(isRevisionOf(owner), number === undefined ? undefined : eq(revision, number)))
    .orderBy(desc(revision));
  const colleagues = await findColleagues(
    reader,
    rows.map((row) => row.savedBy),
  );
  return rows.map((row) => ({
    ...row,
    savedAt: row.savedAt.toISOString(),
    savedBy: colleagues.get(row.savedBy ?? "") ?? null,
  }));
}

/** The page of a revision as it was stored. Throws AppError "not-found". */
export async function findCachedPage(reader: Reader, owner: PageOwner, number: number): Promise<PuckState> {
  const [found] = await reader
    .select({ page: storedPage })
    .from(pageRevisions)
    .where(and(isRevisionOf(owner), eq(revision, number)));
  return found?.page ?? refuse();
}

function refuse(): never {
  throw new AppError("not-found", "There is no such revision.");
}
