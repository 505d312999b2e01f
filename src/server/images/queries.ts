import { and, eq, isNull, sql } from "drizzle-orm";
import type { Id } from "#domain/id.ts";
import type { StoredImage } from "#domain/page/images.ts";
import type { DbOrTx } from "../db/database.ts";
import { isAnyOf } from "../db/many-rows.ts";
import { imageFiles, images } from "../schema/images.ts";

export type ImageRow = typeof images.$inferSelect;

/** The images with these outside addresses, by address. */
export async function findImagesOf(
  reader: DbOrTx,
  sources: readonly string[],
): Promise<Map<string, StoredImage>> {
  const { imageId, sourceUrl, width, height, title } = images;
  // By the hash of the unique index, because addresses can exceed the size of an index entry.
  const isFromSources = sql`md5(${sourceUrl}) = any(
    array(select md5(source) from unnest(${sql.param(sources)}::text[]) as source))`;
  const rows = await reader
    .select({ imageId, sourceUrl, width, height, title })
    .from(images)
    .where(isFromSources);
  return new Map(
    rows.map(({ imageId, sourceUrl, width, height, title }) => [
      sourceUrl ?? "",
      { imageId, size: width === null || height === null ? null : { width, height }, title },
    ]),
  );
}

/** The images with these ids, stored or not. */
export async function findImages(reader: DbOrTx, imageIds: readonly Id[]): Promise<ImageRow[]> {
  return reader.select().from(images).where(isAnyOf(images.imageId, imageIds));
}

/** The files of images with these ids. */
export function findImageFiles(reader: DbOrTx, imageIds: readonly Id[]) {
  return reader.select().from(imageFiles).where(isAnyOf(imageFiles.imageId, imageIds));
}

/** An image is neither stored nor given up. */
export const isPending = () => and(isNull(images.sha256), isNull(images.failure));

/** An image with its files; undefined without any. */
export async function findFullImage(reader: DbOrTx, imageId: string) {
  const rows = await reader
    .select({ image: images, file: imageFiles })
    .from(images)
    .innerJoin(imageFiles, eq(imageFiles.imageId, images.imageId))
    .where(eq(images.imageId, imageId));
  return rows[0] && { ...rows[0].image, files: rows.map(({ file }) => file) };
}
