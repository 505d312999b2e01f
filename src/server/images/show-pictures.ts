import type { PuckState } from "#domain/page/page.ts";
import { outsidePictures, showKeptPictures } from "#domain/page/pictures.ts";
import type { Reader, Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { awaitImages } from "./await-images.ts";
import { findImagesOf } from "./queries.ts";

type ShowDeps = Pick<Deps, "db" | "queue">;

/**
 * Pages as they are sent to readers: each picture of another host replaced by the portal's own copy. A page itself
 * keeps the address that its author wrote, and what is accepted is that.
 */
export async function showPictures(
  deps: ShowDeps,
  reader: Reader,
  pages: readonly PuckState[],
): Promise<PuckState[]> {
  const sources = [...new Set(pages.flatMap(outsidePictures))];
  if (sources.length === 0) return [...pages];
  const known = await findImagesOf(reader, sources);
  const images = known.size === sources.length ? known : await awaitUnknown(deps, reader, sources);
  return pages.map((page) => showKeptPictures(page, images));
}

function awaitUnknown(deps: ShowDeps, reader: Reader, sources: readonly string[]) {
  if (reader !== deps.db) return awaitImages(reader as Tx, deps, sources);
  return deps.db.transaction((tx) => awaitImages(tx, deps, sources));
}
