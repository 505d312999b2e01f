import { displayName } from "#domain/account/user-profile.ts";
import type { Colleague, SavedBy, SavedPage, StoredCopy } from "#domain/drafts/working-draft.ts";
import type { Id } from "#domain/id.ts";
import { outsideImages } from "#domain/page/images.ts";
import { migratePage } from "#domain/page/migrate-page.ts";
import type { PuckState } from "#domain/page/page.ts";
import { mapRichText } from "#domain/page/walk-page.ts";
import type { DbOrTx } from "../db/database.ts";
import { isAnyOf } from "../db/many-rows.ts";
import { sanitiseHtml } from "../html/sanitise-html.ts";
import { findImagesOf } from "../images/queries.ts";
import { userProfiles } from "../schema/account.ts";
import type { NewestSave, PageOwner } from "./page-owner.ts";

/** The present page with all that the editor needs of it. Blocks of unknown types stay on it. */
export async function readPage(reader: DbOrTx, owner: PageOwner): Promise<SavedPage> {
  const { page: migrated, unread } = migratePage(owner.page);
  const page = owner.withoutWorkOrderData(mapRichText(migrated, sanitiseHtml));
  return {
    ...(await findSave(reader, owner)),
    page,
    problems: unread.map(({ problem }) => problem),
    images: await findCopies(reader, page),
  };
}

/** These people, who are or were the company's, by id. */
export async function findColleagues(
  reader: DbOrTx,
  ids: readonly (Id | null)[],
): Promise<Map<Id, Colleague>> {
  const distinctIds = [...new Set(ids.flatMap((id) => id ?? []))];
  if (distinctIds.length === 0) return new Map();
  const { userProfileId, firstName, lastName, email } = userProfiles;
  const rows = await reader
    .select({ userProfileId, firstName, lastName, email })
    .from(userProfiles)
    .where(isAnyOf(userProfileId, distinctIds));
  return new Map(
    rows.map((row) => [row.userProfileId, { userProfileId: row.userProfileId, name: displayName(row) }]),
  );
}

/** The newest save of a page. */
export async function findSave(
  reader: DbOrTx,
  { pageRevision, pageSavedAt, pageSavedBy }: NewestSave,
): Promise<SavedBy> {
  const colleagues = await findColleagues(reader, [pageSavedBy]);
  return {
    revision: pageRevision,
    savedAt: pageSavedAt.toISOString(),
    savedBy: colleagues.get(pageSavedBy ?? "") ?? null,
  };
}

/** What is stored of the images on other hosts that a page shows. */
export async function findCopies(reader: DbOrTx, page: PuckState): Promise<StoredCopy[]> {
  const sources = outsideImages(page);
  if (sources.length === 0) return [];
  const images = await findImagesOf(reader, sources);
  return [...images].map(([source, { title = null, ...image }]) => ({ source, ...image, title }));
}
