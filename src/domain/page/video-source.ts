import { mediaSource } from "./safe-url.ts";

/** A video on YouTube, with the id of our stored copy of its preview image and its title, if we have them. */
export type YouTubeVideo = { kind: "youtube"; videoId: string; imageId?: string; title?: string };

/** A video that can be played: on YouTube by its id, or a file by its address. */
export type PlayableVideo = YouTubeVideo | { kind: "file"; address: string };

/** "none" without an address, "unplayable" if the address names no video. */
type VideoSource = PlayableVideo | { kind: "none" } | { kind: "unplayable" };

const YOUTUBE_HOSTS = ["youtube.com", "youtube-nocookie.com", "youtu.be"];
const KEPT_IMAGE = /#image=([\w-]{22})(?:&title=([\w.%~-]*))?$/;
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
  const [, imageId, encoded] = KEPT_IMAGE.exec(String(value).trim()) ?? [];
  const title = encoded && readVideoTitle(decoded(encoded));
  return { kind: "youtube", videoId, ...(imageId !== undefined && { imageId }), ...(title && { title }) };
}

/** The address of a video with our copy of its preview image and its title, for readers, where it stays an address. */
export function withKeptImage(source: string, imageId: string, title: string | null = null): string {
  const named = title === null ? "" : `&title=${encodeURIComponent(title).replaceAll(/[!'()*]/g, percent)}`;
  const kept = `${withoutKeptImage(source)}#image=${imageId}${named}`;
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

/** The video that a preview image is of; undefined for any other image. */
export function videoOfThumbnail(address: string): string | undefined {
  const videoId = address.split("/")[4] ?? "";
  return address === thumbnailAddress(videoId) ? videoId : undefined;
}

/** Longer than any title on YouTube. */
const LONGEST_TITLE = 120;
const NOT_OF_A_TITLE = /[\p{Cc}\p{Cs}\u2028\u2029\p{Bidi_Control}]+/gu;

/** A title that somebody else wrote, as one short line of plain text; null if nothing of it is left. */
export function readVideoTitle(value: unknown): string | null {
  if (typeof value !== "string") return null;
  const line = value.replaceAll(NOT_OF_A_TITLE, " ").replaceAll(/\s+/g, " ").trim();
  const letters = [...line];
  if (letters.length > LONGEST_TITLE)
    return `${letters
      .slice(0, LONGEST_TITLE - 1)
      .join("")
      .trimEnd()}…`;
  return line || null;
}

function percent(sign: string): string {
  return `%${sign.charCodeAt(0).toString(16)}`;
}

/** Empty if the text is no encoding. */
function decoded(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return "";
  }
}
