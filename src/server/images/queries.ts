import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Id } from "#domain/id.ts";
import type { KeptImage } from "#domain/page/images.ts";
import type { Reader } from "../db/database.ts";
import { isAnyOf } from "../db/is-any-of.ts";
import { imageFiles, images } from "./tables.ts";

export type ImageRow = typeof images.$inferSelect;

/** The images with these outside addresses, by address. */
export async function findImagesOf(
  reader: Reader,
  sources: readonly string[],
): Promise<Map<string, KeptImage>> {
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

/** The images with these ids whose bytes are stored. */
export async function findImages(reader: Reader, imageIds: readonly Id[]): Promise<ImageRow[]> {
  return reader.select().from(images).where(isAnyOf(images.imageId, imageIds));
}

/** Whether an image is neither stored nor given up. */
export function isPending(): SQL | undefined {
  return and(isNull(images.sha256), isNull(images.failure));
}

export async function findImageFile(
  reader: Reader,
  imageId: string,
  width: number,
): Promise<{ sha256: string; byteLength: number } | null> {
  const { sha256, byteLength } = imageFiles;
  const [row] = await reader
    .select({ sha256, byteLength })
    .from(imageFiles)
    .where(and(eq(imageFiles.imageId, imageId), eq(imageFiles.width, width)));
  return row ?? null;
}
