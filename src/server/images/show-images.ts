import type { ImageSize } from "#domain/images/image-address.ts";
import { outsideImages, showStoredImages, siteImages, withImageSizes } from "#domain/page/images.ts";
import type { PuckState } from "#domain/page/page.ts";
import type { DbOrTx } from "../db/database.ts";
import { findImagesOf } from "./queries.ts";
import { readPublicImageSize } from "./read-public-image.ts";

/** Pages for readers, with stored copies of outside images and with sizes. Stored pages keep the author's addresses. */
export async function showImages(reader: DbOrTx, pages: readonly PuckState[]): Promise<PuckState[]> {
  const sources = [...new Set(pages.flatMap(outsideImages))];
  const sized = pages.map(showOwnSizes);
  if (sources.length === 0) return sized;
  const images = await findImagesOf(reader, sources);
  return sized.map((page) => showStoredImages(page, images));
}

/** The page with the sizes of the portal's own SVGs, which need no query. */
export function showOwnSizes(page: PuckState): PuckState {
  const sizes = new Map<string, ImageSize>();
  for (const source of siteImages(page)) {
    const size = readPublicImageSize(source);
    if (size) sizes.set(source, size);
  }
  return sizes.size === 0 ? page : withImageSizes(page, sizes);
}
