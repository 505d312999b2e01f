import { buffer } from "node:stream/consumers";
import { readImageAddress } from "#domain/images/image-address.ts";
import { imageIdsOf, videoThumbnails } from "#domain/page/images.ts";
import type { PuckState } from "#domain/page/page.ts";
import { evidenceError } from "../app-error.ts";
import type { DbOrTx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { boundImages } from "./find-lost-images.ts";
import { isNamedImage } from "./image-id.ts";
import { findImageFiles, findImages, findImagesOf, type ImageRow } from "./queries.ts";

/** Whether an image still waits for its first attempt, and may arrive soon. */
export function isAnyImageUntried(printed: readonly ImageRow[]): boolean {
  return printed.some((image) => image.sha256 === null && image.failure === null && image.triedAt === null);
}

/** Stored images as data URLs for print, which fetches nothing: by id and by outside address. */
export async function readImagesForPrint(
  { files }: Pick<Deps, "files">,
  printed: readonly ImageRow[],
): Promise<Map<string, string>> {
  const read = new Map<string, string>();
  for (const { imageId, sourceUrl, sha256, contentType } of printed) {
    const bytes = sha256 === null ? null : await files.open(sha256);
    if (!bytes) continue;
    const data = `data:${contentType};base64,${(await buffer(bytes)).toString("base64")}`;
    for (const name of [imageId, sourceUrl]) if (name !== null) read.set(name, data);
  }
  return read;
}

/** The images that a printed page shows. Throws AppError "conflict" if one is gone or not what its address names. */
export async function findPrintedImages(reader: DbOrTx, page: PuckState): Promise<ImageRow[]> {
  const videos = videoThumbnails(page);
  const thumbnails = videos.length === 0 ? [] : [...(await findImagesOf(reader, videos)).values()];
  const imageIds = [...imageIdsOf(page), ...thumbnails.map(({ imageId }) => imageId)];
  if (imageIds.length === 0) return [];
  const found = await findImages(reader, imageIds);
  const files = Map.groupBy(await findImageFiles(reader, imageIds), ({ imageId }) => imageId);
  const byId = new Map(found.map((image) => [image.imageId, image]));
  for (const imageId of new Set([...byId.keys(), ...boundImages(page)])) {
    const image = byId.get(imageId);
    if (image && isNamedImage(imageId, { ...image, files: files.get(imageId) ?? [] })) continue;
    const problem = image ? "differs from its address" : "is gone";
    throw evidenceError(`The image ${imageId} ${problem}, so the page isn't printed.`);
  }
  return found;
}

/** The data URL of an image, if the source names one of these. */
export function imageDataOf(images: ReadonlyMap<string, string>, source: string): string | undefined {
  return images.get(readImageAddress(source)?.imageId ?? source);
}
