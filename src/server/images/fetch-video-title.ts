import { readVideoTitle } from "#domain/page/video-source.ts";
import type { Deps } from "../deps.ts";

/** More than any answer of YouTube's. */
const MOST_BYTES = 100_000;

/**
 * The title of a YouTube video from YouTube's oEmbed call (https://oembed.com). Null if it cannot be had: a picture is
 * shown without a title too.
 */
export async function fetchVideoTitle({ outside, log }: Deps, videoId: string): Promise<string | null> {
  const url = encodeURIComponent(`https://www.youtube.com/watch?v=${videoId}`);
  try {
    const bytes = await outside.fetch(`https://www.youtube.com/oembed?url=${url}&format=json`);
    if (bytes.byteLength > MOST_BYTES) return null;
    const answer: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return readVideoTitle((answer as { title?: unknown } | null)?.title);
  } catch (error) {
    log.debug({ videoId, err: error }, "The title of a video cannot be fetched");
    return null;
  }
}
