import { and, eq, gt } from "drizzle-orm";
import { displayName } from "#domain/account/user-profile.ts";
import type { Colleague, Holder, SavedBy, StoredCopy } from "#domain/drafts/working-draft.ts";
import type { Id } from "#domain/id.ts";
import { outsideImages } from "#domain/page/images.ts";
import type { PuckState } from "#domain/page/page.ts";
import { userProfiles } from "../account/tables.ts";
import type { Reader } from "../db/database.ts";
import { isAnyOf } from "../db/is-any-of.ts";
import type { DocumentRow } from "../documents/queries.ts";
import { findImagesOf } from "../images/queries.ts";
import { draftLeases } from "./tables.ts";

/** These people, who are or were the company's, by id. */
export async function findColleagues(
  reader: Reader,
  ids: readonly (Id | null)[],
): Promise<Map<Id, Colleague>> {
  const wanted = [...new Set(ids.flatMap((id) => id ?? []))];
  if (wanted.length === 0) return new Map();
  const { userProfileId, firstName, lastName, email } = userProfiles;
  const rows = await reader
    .select({ userProfileId, firstName, lastName, email })
    .from(userProfiles)
    .where(isAnyOf(userProfileId, wanted));
  return new Map(
    rows.map((row) => [row.userProfileId, { userProfileId: row.userProfileId, name: displayName(row) }]),
  );
}

/** The newest save of a document's page. */
export async function findSave(
  reader: Reader,
  {
    pageRevision,
    pageSavedAt,
    pageSavedBy,
  }: Pick<DocumentRow, "pageRevision" | "pageSavedAt" | "pageSavedBy">,
): Promise<SavedBy> {
  const colleagues = await findColleagues(reader, [pageSavedBy]);
  return {
    revision: pageRevision,
    savedAt: pageSavedAt.toISOString(),
    savedBy: colleagues.get(pageSavedBy ?? "") ?? null,
  };
}

/** Who holds the draft at this moment. */
export async function findHolder(reader: Reader, uniqueDocumentId: Id, now: Date): Promise<Holder | null> {
  const [lease] = await reader
    .select()
    .from(draftLeases)
    .where(and(eq(draftLeases.uniqueDocumentId, uniqueDocumentId), gt(draftLeases.until, now)));
  const colleague = lease && (await findColleagues(reader, [lease.userProfileId])).get(lease.userProfileId);
  return colleague ? { ...colleague, until: lease.until.toISOString() } : null;
}

/** What is stored of the images on other hosts that a page shows. */
export async function findCopies(reader: Reader, page: PuckState): Promise<StoredCopy[]> {
  const sources = outsideImages(page);
  if (sources.length === 0) return [];
  const images = await findImagesOf(reader, sources);
  return [...images].map(([source, { title = null, ...image }]) => ({ source, ...image, title }));
}
