import { migratePage } from "#domain/page/migrate-page.ts";
import { outsidePictures } from "#domain/page/pictures.ts";
import type { Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { awaitImages } from "../images/await-images.ts";
import { partsOf } from "./add-rows.ts";
import type { IdentifiedWorld } from "./identify-world.ts";

/** Has the pictures that the documents take from other hosts fetched, before anybody looks at them. */
export async function awaitPictures(
  tx: Tx,
  deps: Pick<Deps, "queue">,
  documents: IdentifiedWorld["documents"],
): Promise<void> {
  const sources = documents.flatMap(({ value }) => outsidePictures(migratePage(value.puckState).page));
  for (const part of partsOf([...new Set(sources)])) await awaitImages(tx, deps, part);
}
