import { outsideImages, showKeptImages } from "#domain/page/images.ts";
import type { PuckState } from "#domain/page/page.ts";
import type { Reader } from "../db/database.ts";
import { findImagesOf } from "./queries.ts";

/**
 * Pages for readers: stored copies replace images on other hosts. The stored page, and the accepted content, keep the
 * author's addresses.
 */
export async function showImages(reader: Reader, pages: readonly PuckState[]): Promise<PuckState[]> {
  const sources = [...new Set(pages.flatMap(outsideImages))];
  if (sources.length === 0) return [...pages];
  const images = await findImagesOf(reader, sources);
  return pages.map((page) => showKeptImages(page, images));
}
