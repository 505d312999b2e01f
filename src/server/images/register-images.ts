import { sql } from "drizzle-orm";
import type { Id } from "#domain/id.ts";
import { readImageAddress } from "#domain/images/image-address.ts";
import { alternativeTexts, outsideImages } from "#domain/page/images.ts";
import { migratePage } from "#domain/page/migrate-page.ts";
import type { Tx } from "../db/database.ts";
import { partsOf } from "../db/many-rows.ts";
import type { Deps } from "../deps.ts";
import { images, imageTexts } from "../schema/images.ts";
import { fetchImage } from "./fetch-image.job.ts";
import { newImageId } from "./image-id.ts";
import { findImagesOf } from "./queries.ts";

/**
 * Registers the outside images and videos' preview images of stored pages, and stores their alternative texts. All code
 * that stores a page calls this in its transaction; reading a page only looks images up.
 */
export async function registerImagesOfPages(
  tx: Tx,
  deps: Pick<Deps, "queue">,
  stored: readonly StoredPage[],
): Promise<void> {
  const pages = stored.map(({ page, organizationId }) => ({ page: migratePage(page).page, organizationId }));
  await registerImages(tx, deps, [...new Set(pages.flatMap(({ page }) => outsideImages(page)))]);
  for (const [organizationId, own] of Map.groupBy(pages, (one) => one.organizationId)) {
    const texts = new Map(own.flatMap(({ page }) => [...alternativeTexts(page)]));
    await storeAlternativeTexts(tx, organizationId, texts);
  }
}

type StoredPage = {
  page: unknown;
  /** Null: a template's or a section's. */
  organizationId: Id | null;
};

/** Stores the latest descriptions of pictures, which are offered again for the same client. */
async function storeAlternativeTexts(
  tx: Tx,
  organizationId: Id | null,
  textBySource: ReadonlyMap<string, string>,
): Promise<void> {
  if (textBySource.size === 0) return;
  const outside = await findImagesOf(tx, [...textBySource.keys()]);
  const altById = new Map(
    [...textBySource].flatMap(([source, alt]) => {
      const imageId = outside.get(source)?.imageId ?? readImageAddress(source)?.imageId;
      return imageId === undefined ? [] : [[imageId, alt] as const];
    }),
  );
  const ids = sql.param([...altById.keys()]);
  const alts = sql.param([...altById.values()]);
  // In a fixed order, so that two saves with the same pictures cannot deadlock.
  await tx.execute(sql`insert into ${imageTexts} (image_id, organization_id, alt)
    select own.image_id, ${organizationId}::text, given.alt from ${images} as own
    join unnest(${ids}::text[], ${alts}::text[]) as given (image_id, alt) using (image_id)
    where own.organization_id is null order by own.image_id
    on conflict (image_id, organization_id) do update set alt = excluded.alt
    where ${imageTexts.alt} <> excluded.alt`);
}

/** Gives each new address its permanent id, and enqueues its fetch. Of two simultaneous callers, one adds an address. */
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
