import { buffer } from "node:stream/consumers";
import { readImageAddress } from "#domain/images/image-address.ts";
import { keptImages, videoThumbnails } from "#domain/page/images.ts";
import type { PuckState } from "#domain/page/page.ts";
import { type ChangeDeps, change, PORTAL } from "../access/change.ts";
import type { Reader } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { findImages, findImagesOf, type ImageRow } from "./queries.ts";
import { registerImages } from "./register-images.ts";

/** Registers the images of a page's videos. They are seen on paper alone, so printing asks for them. */
export async function registerVideoImages(
  deps: ChangeDeps & Pick<Deps, "queue">,
  page: PuckState,
): Promise<void> {
  const thumbnails = videoThumbnails(page);
  if (thumbnails.length > 0) await change(deps, PORTAL, ({ tx }) => registerImages(tx, deps, thumbnails));
}

/** Whether an image of the page on paper is still to be tried for the first time: a moment later it may be there. */
export async function isAnyImageUntried(reader: Reader, page: PuckState): Promise<boolean> {
  const rows = await findPrinted(reader, page);
  return rows.some(({ sha256, triedAt, failure }) => sha256 === null && failure === null && triedAt === null);
}

/**
 * The kept images of a page as text for a document that may load nothing: by the id of each, and by the address
 * that it came from.
 */
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

/** The data of an image, where the source names one of these. */
export function imageDataOf(images: ReadonlyMap<string, string>, source: string): string | undefined {
  return images.get(readImageAddress(source)?.imageId ?? source);
}
