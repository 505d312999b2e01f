import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { Id } from "#domain/id.ts";
import { readVideoTitle, videoOfThumbnail } from "#domain/page/video-source.ts";
import { change, PORTAL } from "../access/change.ts";
import type { Deps } from "../deps.ts";
import { defineJob, QuietFailure } from "../jobs/job.ts";
import { OutsideError } from "../outside/guarded-request.ts";
import { imageFiles, images } from "../schema/images.ts";
import { isPending } from "./queries.ts";
import { ImageRefusedError, remakeImage, storeImage } from "./remake-image.ts";

/** With the queue's growing pauses these take about ten minutes. */
export const MAX_ATTEMPTS = 8;
/** These take about a day. A preview image of a video is optional, so its failures are not logged as warnings. */
export const MAX_VIDEO_ATTEMPTS = 60;

/** Fetches an image from another host, once. Every start counts as an attempt, so that none kills the process for ever. */
export const fetchImage = defineJob({
  name: "fetch-image",
  payload: z.strictObject({ imageId: Id }),
  async run(deps, { imageId }) {
    const begun = await begin(deps, imageId);
    if (!begun) return;
    const videoId = videoOfThumbnail(begun.sourceUrl);
    if (begun.attempts > maxAttempts(videoId))
      return recordFailure(deps, imageId, "It couldn't be processed.");
    try {
      const bytes = await deps.outside.fetch(begun.sourceUrl);
      const image = await storeImage(deps.files, await remakeImage(bytes, "first"));
      const title = videoId === undefined ? null : await fetchVideoTitle(deps, videoId);
      await change(deps, PORTAL, async ({ tx, at }) => {
        const [filled] = await tx
          .update(images)
          .set({ ...image.image, title, triedAt: at })
          .where(isOpen(imageId))
          .returning({ imageId: images.imageId });
        if (filled) await tx.insert(imageFiles).values(image.files.map((file) => ({ imageId, ...file })));
      });
    } catch (error) {
      await settleFailure(deps, imageId, { ...begun, videoId }, error);
    }
  },
});

const maxAttempts = (videoId: string | undefined) =>
  videoId === undefined ? MAX_ATTEMPTS : MAX_VIDEO_ATTEMPTS;

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
  { sourceUrl, attempts, videoId }: { sourceUrl: string; attempts: number; videoId: string | undefined },
  error: unknown,
): Promise<void> {
  const isFinal = error instanceof ImageRefusedError || (error instanceof OutsideError && error.isFinal);
  const reason = error instanceof Error ? error.message : String(error);
  if (!isFinal && attempts < maxAttempts(videoId)) {
    await deps.db.update(images).set({ triedAt: deps.clock() }).where(isOpen(imageId));
    throw videoId === undefined ? error : new QuietFailure(reason, { cause: error });
  }
  const event = { imageId, sourceUrl, reason };
  if (videoId === undefined)
    deps.log.warn(event, "An image of a document cannot be fetched; readers see its text");
  else deps.log.info(event, "The picture of a video cannot be fetched; readers see the poster without it");
  await recordFailure(deps, imageId, reason);
}

async function recordFailure(deps: Deps, imageId: Id, failure: string): Promise<void> {
  await deps.db.update(images).set({ failure, triedAt: deps.clock() }).where(isOpen(imageId));
}

/** More than any answer of YouTube's. */
const MAX_ANSWER_BYTES = 100_000;

/** The title of a YouTube video from its oEmbed call (https://oembed.com). Null if it cannot be fetched. */
async function fetchVideoTitle({ outside, log }: Deps, videoId: string): Promise<string | null> {
  const url = encodeURIComponent(`https://www.youtube.com/watch?v=${videoId}`);
  try {
    const bytes = await outside.fetch(`https://www.youtube.com/oembed?url=${url}&format=json`);
    if (bytes.byteLength > MAX_ANSWER_BYTES) return null;
    const answer: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return readVideoTitle((answer as { title?: unknown } | null)?.title);
  } catch (error) {
    log.debug({ videoId, err: error }, "The title of a video cannot be fetched");
    return null;
  }
}
