import { mediaSource } from "./safe-url.ts";

/** A video on YouTube. `imageId`: our stored copy of its preview image, if there is one. */
export type YouTubeVideo = { kind: "youtube"; videoId: string; imageId?: string };

/** A video that can be played: on YouTube by its id, or a file by its address. */
export type PlayableVideo = YouTubeVideo | { kind: "file"; address: string };

/** "none" without an address, "unplayable" if the address names no video. */
type VideoSource = PlayableVideo | { kind: "none" } | { kind: "unplayable" };

const YOUTUBE_HOSTS = ["youtube.com", "youtube-nocookie.com", "youtu.be"];
const KEPT_IMAGE = /#image=([\w-]{22})$/;
const VIDEO_ID = /^[\w-]{11}$/;
/** The path segments before an id: youtube.com/embed/<id> and similar. */
const PATHS_WITH_ID = ["embed", "shorts", "live", "v", "e"];

export function readVideoSource(value: unknown): VideoSource {
  if (typeof value !== "string" || value.trim() === "") return { kind: "none" };
  const address = mediaSource(value);
  if (address === undefined) return { kind: "unplayable" };
  if (!isYouTube(address)) return { kind: "file", address };
  return readYouTubeVideo(value) ?? { kind: "unplayable" };
}

/** The video of a YouTube address; undefined for any other address. */
export function readYouTubeVideo(value: unknown): YouTubeVideo | undefined {
  const videoId = youTubeVideoId(value);
  if (videoId === undefined) return undefined;
  const imageId = KEPT_IMAGE.exec(String(value).trim())?.[1];
  return { kind: "youtube", videoId, ...(imageId !== undefined && { imageId }) };
}

/** The address of a video with the stored copy of its preview image, for readers, where it stays an address. */
export function withKeptImage(source: string, imageId: string): string {
  const kept = `${withoutKeptImage(source)}#image=${imageId}`;
  return youTubeVideoId(kept) === undefined ? source : kept;
}

/** The address as its author wrote it. */
export function withoutKeptImage(source: string): string {
  return source.replace(KEPT_IMAGE, "");
}

/** The 11-character id in a YouTube address; undefined for any other address. */
export function youTubeVideoId(value: unknown): string | undefined {
  const address = mediaSource(value);
  if (address === undefined || !isYouTube(address)) return undefined;
  const { hostname, pathname, searchParams } = new URL(address);
  const [first = "", second = ""] = pathname.split("/").filter((part) => part !== "");
  const inPath = hostname.endsWith("youtu.be") ? first : PATHS_WITH_ID.includes(first) ? second : "";
  return [searchParams.get("v") ?? "", inPath].find((id) => VIDEO_ID.test(id));
}

function isYouTube(address: string): boolean {
  if (!address.startsWith("https://")) return false;
  const { hostname } = new URL(address);
  return YOUTUBE_HOSTS.some((host) => hostname === host || hostname.endsWith(`.${host}`));
}

/** The address of YouTube's preview image of a video. */
export function thumbnailAddress(videoId: string): string {
  return `https://i.ytimg.com/vi/${videoId}/hqdefault.jpg`;
}
