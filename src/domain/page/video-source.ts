import { mediaSource } from "./safe-url.ts";

/** A video that can be played: on YouTube by its id, or a file by its address. */
export type PlayableVideo = { kind: "youtube"; videoId: string } | { kind: "file"; address: string };

/** "none" without an address, "unplayable" if the address names no video. */
type VideoSource = PlayableVideo | { kind: "none" } | { kind: "unplayable" };

const YOUTUBE_HOSTS = ["youtube.com", "youtube-nocookie.com", "youtu.be"];
const VIDEO_ID = /^[\w-]{11}$/;
/** The path segments before an id: youtube.com/embed/<id> and similar. */
const PATHS_WITH_ID = ["embed", "shorts", "live", "v", "e"];

export function readVideoSource(value: unknown): VideoSource {
  if (typeof value !== "string" || value.trim() === "") return { kind: "none" };
  const address = mediaSource(value);
  if (address === undefined) return { kind: "unplayable" };
  if (!isYouTube(address)) return { kind: "file", address };
  const videoId = youTubeVideoId(value);
  return videoId === undefined ? { kind: "unplayable" } : { kind: "youtube", videoId };
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
