import { buffer } from "node:stream/consumers";
import { readImageAddress } from "#domain/images/image-address.ts";
import type { PuckState } from "#domain/page/page.ts";
import { keptPictures } from "#domain/page/pictures.ts";
import type { Deps } from "../deps.ts";
import { findImages } from "./queries.ts";

/** The kept pictures that a page shows, as text for a document that may load nothing, by the id of each. */
export async function readPicturesForPrint(
  { db, files }: Pick<Deps, "db" | "files">,
  page: PuckState,
): Promise<Map<string, string>> {
  const rows = await findImages(db, keptPictures(page));
  const read = new Map<string, string>();
  for (const { imageId, sha256, contentType } of rows) {
    const bytes = sha256 === null ? null : await files.open(sha256);
    if (bytes) read.set(imageId, `data:${contentType};base64,${(await buffer(bytes)).toString("base64")}`);
  }
  return read;
}

/** Whether the page shows a picture that nobody has tried to fetch yet: a moment later it may be there. */
export async function hasUntriedPicture({ db }: Pick<Deps, "db">, page: PuckState): Promise<boolean> {
  const rows = await findImages(db, keptPictures(page));
  return rows.some(({ sha256, triedAt, failure }) => sha256 === null && failure === null && triedAt === null);
}

/** The picture's data, where the source names one of these. */
export function pictureOf(pictures: ReadonlyMap<string, string>, source: string): string | undefined {
  const address = readImageAddress(source);
  return address ? pictures.get(address.imageId) : undefined;
}
