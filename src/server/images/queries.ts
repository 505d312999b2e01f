import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Id } from "#domain/id.ts";
import type { StoredImage } from "#domain/page/images.ts";
import type { Reader } from "../db/database.ts";
import { isAnyOf } from "../db/many-rows.ts";
import { imageFiles, images } from "../schema/images.ts";
import type { StoredImage as KeptBytes } from "./remake-image.ts";

export type ImageRow = typeof images.$inferSelect;
export type FullImage = Omit<KeptBytes["image"], "byteLength"> & { files: KeptBytes["files"] };

/** The images with these outside addresses, by address. */
export async function findImagesOf(
  reader: Reader,
  sources: readonly string[],
): Promise<Map<string, StoredImage>> {
  const rows = await reader
    .select({
      imageId: images.imageId,
      sourceUrl: images.sourceUrl,
      width: images.width,
      height: images.height,
      title: images.title,
    })
    .from(images)
    .where(isFrom(sources));
  return new Map(
    rows.map(({ imageId, sourceUrl, width, height, title }) => [
      sourceUrl ?? "",
      { imageId, size: width === null || height === null ? null : { width, height }, title },
    ]),
  );
}

/** Uses the hash of the unique index, because addresses can exceed the size of an index entry. */
function isFrom(sources: readonly string[]): SQL {
  return sql`md5(${images.sourceUrl}) = any(
    array(select md5(source) from unnest(${sql.param(sources)}::text[]) as source))`;
}

/** The images with these ids, stored or not. */
export async function findImages(reader: Reader, imageIds: readonly Id[]): Promise<ImageRow[]> {
  return reader.select().from(images).where(isAnyOf(images.imageId, imageIds));
}

/** The files of images with these ids. */
export async function findImageFiles(
  reader: Reader,
  imageIds: readonly Id[],
): Promise<(typeof imageFiles.$inferSelect)[]> {
  return reader.select().from(imageFiles).where(isAnyOf(imageFiles.imageId, imageIds));
}

/** Whether an image is neither stored nor given up. */
export function isPending(): SQL | undefined {
  return and(isNull(images.sha256), isNull(images.failure));
}

/** What of a stored image its id may name, with the files that are served; null if nothing is stored. */
export async function findFullImage(reader: Reader, imageId: string): Promise<FullImage | null> {
  const rows = await reader
    .select({ image: images, file: imageFiles })
    .from(images)
    .innerJoin(imageFiles, eq(imageFiles.imageId, images.imageId))
    .where(eq(images.imageId, imageId));
  const [first] = rows;
  if (!first) return null;
  const { sha256, contentType, width, height } = first.image;
  if (sha256 === null || contentType === null || width === null || height === null) return null;
  return { sha256, contentType, width, height, files: rows.map(({ file }) => file) };
}
