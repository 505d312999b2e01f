import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { Id } from "#domain/id.ts";
import { change, PORTAL } from "../access/change.ts";
import type { Deps } from "../deps.ts";
import { defineJob } from "../jobs/job.ts";
import { OutsideError } from "./fetch-outside.ts";
import { keepImage } from "./keep-image.ts";
import { isPending } from "./queries.ts";
import { ImageRefusedError, remakeImage } from "./remake-image.ts";
import { imageFiles, images } from "./tables.ts";

/** With the queue's growing pauses these take about ten minutes. Then the image is given up. */
export const MAX_ATTEMPTS = 8;

/**
 * Fetches an image from another host, once. A killed job can run again. Every start counts as an attempt, so an image
 * that kills the process is given up too.
 */
export const fetchImage = defineJob({
  name: "fetch-image",
  payload: z.strictObject({ imageId: Id }),
  async run(deps, { imageId }) {
    const begun = await begin(deps, imageId);
    if (!begun) return;
    if (begun.attempts > MAX_ATTEMPTS) {
      await giveUp(deps, imageId, "It could not be worked on.");
      return;
    }
    try {
      const bytes = await deps.outside.fetch(begun.sourceUrl);
      const kept = await keepImage(deps.files, await remakeImage(bytes, "first"));
      await change(deps, PORTAL, async ({ tx, at }) => {
        const [filled] = await tx
          .update(images)
          .set({ ...kept.image, triedAt: at })
          .where(isOpen(imageId))
          .returning({ imageId: images.imageId });
        if (filled) await tx.insert(imageFiles).values(kept.files.map((file) => ({ imageId, ...file })));
      });
    } catch (error) {
      await settleFailure(deps, imageId, begun, error);
    }
  },
});

const isOpen = (imageId: Id) => and(eq(images.imageId, imageId), isPending());

/** Null: nothing is left to do. */
async function begin({ db }: Deps, imageId: Id): Promise<{ sourceUrl: string; attempts: number } | null> {
  const { sourceUrl, attempts } = images;
  const [row] = await db
    .update(images)
    .set({ attempts: sql`${attempts} + 1` })
    .where(isOpen(imageId))
    .returning({ sourceUrl, attempts });
  return row?.sourceUrl ? { sourceUrl: row.sourceUrl, attempts: row.attempts } : null;
}

async function settleFailure(
  deps: Deps,
  imageId: Id,
  { sourceUrl, attempts }: { sourceUrl: string; attempts: number },
  error: unknown,
): Promise<void> {
  const isFinal = error instanceof ImageRefusedError || (error instanceof OutsideError && error.isFinal);
  if (!isFinal && attempts < MAX_ATTEMPTS) {
    await deps.db.update(images).set({ triedAt: deps.clock() }).where(isOpen(imageId));
    throw error;
  }
  const reason = error instanceof Error ? error.message : String(error);
  deps.log.warn(
    { imageId, sourceUrl, reason },
    "An image of a document cannot be fetched; readers see its text",
  );
  await giveUp(deps, imageId, reason);
}

async function giveUp(deps: Deps, imageId: Id, failure: string): Promise<void> {
  await deps.db.update(images).set({ failure, triedAt: deps.clock() }).where(isOpen(imageId));
}
