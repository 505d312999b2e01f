import { buffer } from "node:stream/consumers";
import { readImageAddress } from "#domain/images/image-address.ts";
import { keptImages, videoThumbnails } from "#domain/page/images.ts";
import type { PuckState } from "#domain/page/page.ts";
import type { Reader } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { findImages, findImagesOf, type ImageRow } from "./queries.ts";

/** Whether an image of the printed page still waits for its first attempt, and may arrive soon. */
export async function isAnyImageUntried(reader: Reader, page: PuckState): Promise<boolean> {
  const rows = await findPrinted(reader, page);
  return rows.some(({ sha256, triedAt, failure }) => sha256 === null && failure === null && triedAt === null);
}

/** The stored images of a page as data URLs for print, which fetches nothing: by id and by outside address. */
export async function readImagesForPrint(
  { db, files }: Pick<Deps, "db" | "files">,
  page: PuckState,
): Promise<Map<string, string>> {
  const read = new Map<string, string>();
  for (const { imageId, sourceUrl, sha256, contentType } of await findPrinted(db, page)) {
    const bytes = sha256 === null ? null : await files.open(sha256);
    if (!bytes) continue;
    const data = `data:${contentType};base64,${(await buffer(bytes)).toString("base64")}`;
    for (const name of [imageId, sourceUrl]) if (name !== null) read.set(name, data);
  }
  return read;
}

async function findPrinted(reader: Reader, page: PuckState): Promise<ImageRow[]> {
  const thumbnails = await findImagesOf(reader, videoThumbnails(page));
  const imageIds = [...thumbnails.values()].map(({ imageId }) => imageId);
  return findImages(reader, [...keptImages(page), ...imageIds]);
}

/** The data URL of an image, if the source names one of these. */
export function imageDataOf(images: ReadonlyMap<string, string>, source: string): string | undefined {
  return images.get(readImageAddress(source)?.imageId ?? source);
}
