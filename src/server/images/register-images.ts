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

/** 128 random bits, because the id is the only key to the image. */
export function newImageId(): Id {
  return randomBytes(16).toString("base64url");
}

/**
 * Registers the outside images and videos' preview images of stored pages. Everything that stores a page calls this in its transaction; reading
 * a page only looks images up.
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
 * Gives each new address its permanent id, and enqueues the job that fetches it. If two callers register one address
 * at once, one of them adds it.
 */
async function registerImages(
  tx: Tx,
  { queue }: Pick<Deps, "queue">,
  sources: readonly string[],
): Promise<void> {
  const known = await findImagesOf(tx, sources);
  // A fixed order, so that concurrent callers cannot deadlock.
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
