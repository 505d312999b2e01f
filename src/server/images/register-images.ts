import { randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Id } from "#domain/id.ts";
import { readImageAddress } from "#domain/images/image-address.ts";
import { alternativeTexts, outsideImages } from "#domain/page/images.ts";
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
 * Registers the outside images and videos' preview images of stored pages, and remembers alternative texts. Everything
 * that stores a page calls this in its transaction; reading a page only looks images up.
 */
export async function registerImagesOfPages(
  tx: Tx,
  deps: Pick<Deps, "queue">,
  stored: readonly unknown[],
): Promise<void> {
  const pages = stored.map((page) => migratePage(page).page);
  await registerImages(tx, deps, [...new Set(pages.flatMap(outsideImages))]);
  await keepAlternativeTexts(tx, new Map(pages.flatMap((page) => [...alternativeTexts(page)])));
}

/** Remembers how pictures were described last, for whoever chooses one of them again. */
async function keepAlternativeTexts(tx: Tx, textBySource: ReadonlyMap<string, string>): Promise<void> {
  if (textBySource.size === 0) return;
  const outside = await findImagesOf(tx, [...textBySource.keys()]);
  const texts = [...textBySource].flatMap(([source, alt]) => {
    const imageId = outside.get(source)?.imageId ?? readImageAddress(source)?.imageId;
    return imageId === undefined ? [] : [{ imageId, alt }];
  });
  const ids = sql.param(texts.map(({ imageId }) => imageId));
  const alts = sql.param(texts.map(({ alt }) => alt));
  // Locked in a fixed order, so that two saves with the same pictures cannot deadlock.
  await tx.execute(sql`with described as (
      select kept.image_id, given.alt from ${images} as kept
      join unnest(${ids}::text[], ${alts}::text[]) as given (image_id, alt) using (image_id)
      where kept.organization_id is null and kept.alt <> given.alt
      order by kept.image_id for update of kept)
    update ${images} set alt = described.alt from described where ${images.imageId} = described.image_id`);
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
