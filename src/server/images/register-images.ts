import { randomBytes } from "node:crypto";
import type { Id } from "#domain/id.ts";
import { outsideImages } from "#domain/page/images.ts";
import { migratePage } from "#domain/page/migrate-page.ts";
import type { Tx } from "../db/database.ts";
import { partsOf } from "../db/parts-of.ts";
import type { Deps } from "../deps.ts";
import { fetchImage } from "./fetch-image.job.ts";
import { findImagesOf } from "./queries.ts";
import { images } from "./tables.ts";

/** 128 bits: it is the only key to the image. */
export function newImageId(): Id {
  return randomBytes(16).toString("base64url");
}

/**
 * Registers the images of other hosts that stored pages name. Whatever stores a page calls this in its transaction;
 * who reads a page finds them.
 */
export async function registerImagesOfPages(
  tx: Tx,
  deps: Pick<Deps, "queue">,
  stored: readonly unknown[],
): Promise<void> {
  const sources = new Set(stored.flatMap((page) => outsideImages(migratePage(page).page)));
  await registerImages(tx, deps, [...sources]);
}

/**
 * Gives each of these addresses that is not known yet its id, which stays whatever becomes of it, and the job that
 * fetches it. Of two who register one at once, one adds it.
 */
export async function registerImages(
  tx: Tx,
  { queue }: Pick<Deps, "queue">,
  sources: readonly string[],
): Promise<void> {
  const known = await findImagesOf(tx, sources);
  // In one order, so that two who add several wait for each other at most once.
  const unknown = sources.filter((source) => !known.has(source)).toSorted();
  for (const part of partsOf(unknown)) {
    const added = await tx
      .insert(images)
      .values(part.map((sourceUrl) => ({ imageId: newImageId(), sourceUrl })))
      .onConflictDoNothing()
      .returning({ imageId: images.imageId });
    for (const { imageId } of added) await queue.enqueue(tx, fetchImage, { imageId });
  }
}
