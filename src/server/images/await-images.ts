import { randomBytes } from "node:crypto";
import type { Id } from "#domain/id.ts";
import type { ImageAddress } from "#domain/images/image-address.ts";
import type { Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { fetchImage } from "./fetch-image.job.ts";
import { findImagesOf } from "./queries.ts";
import { images } from "./tables.ts";

/** 128 bits: it is the only key to the picture. */
export function newImageId(): Id {
  return randomBytes(16).toString("base64url");
}

/**
 * The images of these addresses, by address. One that was not known yet gets its id now, which stays whatever becomes
 * of it, and the job that fetches it, in the caller's transaction. Of two who see it first, one adds it.
 */
export async function awaitImages(
  tx: Tx,
  { queue }: Pick<Deps, "queue">,
  sources: readonly string[],
): Promise<Map<string, ImageAddress>> {
  const known = await findImagesOf(tx, sources);
  // In one order, so that two who add several wait for each other at most once.
  const unknown = sources.filter((source) => !known.has(source)).toSorted();
  if (unknown.length === 0) return known;
  const added = await tx
    .insert(images)
    .values(unknown.map((sourceUrl) => ({ imageId: newImageId(), sourceUrl })))
    .onConflictDoNothing()
    .returning({ imageId: images.imageId });
  for (const { imageId } of added) await queue.enqueue(tx, fetchImage, { imageId });
  return findImagesOf(tx, sources);
}
