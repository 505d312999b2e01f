import type { Id } from "#domain/id.ts";
import { imageIdsOf } from "#domain/page/images.ts";
import type { PuckState } from "#domain/page/page.ts";
import type { DbOrTx } from "../db/database.ts";
import { isBoundId } from "./image-id.ts";
import { findImages } from "./queries.ts";

/** The uploaded images on these pages, whose ids name their bytes, that are no longer in the database. */
export async function findLostImages(reader: DbOrTx, pages: readonly PuckState[]): Promise<Set<Id>> {
  const lost = new Set(pages.flatMap(boundImages));
  if (lost.size === 0) return lost;
  for (const { imageId } of await findImages(reader, [...lost])) lost.delete(imageId);
  return lost;
}

/** The stored images on this page that people of this organization cannot be shown. */
export async function findUnshowableImages(
  reader: DbOrTx,
  page: PuckState,
  organizationId: Id,
): Promise<Set<Id>> {
  const lost = new Set<Id>(imageIdsOf(page));
  if (lost.size === 0) return lost;
  for (const image of await findImages(reader, [...lost])) {
    const isTheirs = image.organizationId === null || image.organizationId === organizationId;
    if (isTheirs && image.sha256 !== null) lost.delete(image.imageId);
  }
  return lost;
}

/** The uploaded images that a page binds. */
export function boundImages(page: PuckState): Id[] {
  return imageIdsOf(page).filter(isBoundId);
}
