import { outsideImages, showKeptImages } from "#domain/page/images.ts";
import type { PuckState } from "#domain/page/page.ts";
import type { Reader } from "../db/database.ts";
import { findImagesOf } from "./queries.ts";

/**
 * Pages as they are sent to readers: each image of another host replaced by the portal's own copy. A page itself
 * keeps the address that its author wrote, and what is accepted is that.
 */
export async function showImages(reader: Reader, pages: readonly PuckState[]): Promise<PuckState[]> {
  const sources = [...new Set(pages.flatMap(outsideImages))];
  if (sources.length === 0) return [...pages];
  const images = await findImagesOf(reader, sources);
  return pages.map((page) => showKeptImages(page, images));
}
