import { mediaSource } from "./safe-url.ts";

/** The video that an address of YouTube names, and where in it the author lets it start, in seconds. */
type YouTubeAddress = { videoId: string; start?: number };

const HOSTS = ["youtube.com", "youtube-nocookie.com", "youtube.googleapis.com", "youtu.be"];
const VIDEO_ID = /^[\w-]{11}(?![\w-])/;
/** Words of YouTube's own that are as long as an id. */
const NO_IDS = ["videoseries", "live_stream"];
/** The path segments before an id: youtube.com/embed/<id> and similar. */
const PATHS_WITH_ID = ["embed", "shorts", "live", "watch", "v", "vi", "e"];
/** The names under which YouTube passes on another of its addresses. */
const PASSED_ON = ["u", "url", "continue"];
/** An id alone, if it is not a word or a name: it has small letters, capitals, and digits or signs. */
const BARE_ID = /^(?=.*[a-z])(?=.+[A-Z])(?=.*[\d_-])[\w-]{11}$/;
const TIME = /^(?=\d)(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s?)?$/i;
const MAX_START = 7 * 24 * 3600;

/** Reads a YouTube address, also as people copy or alter it; undefined for any other text. */
function readYouTubeAddress(value: string): YouTubeAddress | undefined {
  const written = value.trim();
  return BARE_ID.test(written) ? { videoId: written } : readUrl(written, true);
}

function readUrl(written: string, mayPassOn: boolean): YouTubeAddress | undefined {
  const address = mediaSource(written);
  if (address === undefined || !isYouTube(address)) return undefined;
  const url = new URL(address);
  const [first = "", second = ""] = url.pathname.split("/").filter((part) => part !== "");
  const inPath = url.hostname.endsWith("youtu.be") ? first : PATHS_WITH_ID.includes(first) ? second : "";
  const { searchParams } = url;
  const named = [searchParams.get("v"), searchParams.get("vi"), inPath].find(
    (part) => part && startsWithId(part),
  );
  if (named) return withStart(named.slice(0, 11), startOf(url, named.slice(11)));
  const passedOn = PASSED_ON.map((name) => searchParams.get(name)).find((one) => one !== null);
  if (!mayPassOn || !passedOn) return undefined;
  return readUrl(passedOn.startsWith("/") ? `youtube.com${passedOn}` : passedOn, false);
}

function isYouTube(address: string): boolean {
  if (!address.startsWith("https://")) return false;
  const { hostname } = new URL(address);
  return HOSTS.some((host) => hostname === host || hostname.endsWith(`.${host}`));
}

function startsWithId(part: string): boolean {
  return VIDEO_ID.test(part) && !NO_IDS.includes(part.slice(0, 11));
}

/** The start in the address, behind a wrong sign after the id (youtu.be/<id>&t=30), or after #. */
function startOf({ searchParams, hash }: URL, afterId: string): number {
  const others = [afterId.slice(1), hash.slice(1)].map(
    (part) => new URLSearchParams(part.replaceAll("?", "&")),
  );
  const written = [searchParams, ...others]
    .flatMap((params) => ["t", "start", "time_continue"].map((name) => params.get(name)))
    .find((time) => time !== null);
  return secondsOf(written ?? "");
}

/** 90, 90s, 1m30s or 1h2m3s in seconds; 0 for another text. */
function secondsOf(written: string): number {
  const [, hours, minutes, seconds] = TIME.exec(written.trim()) ?? [];
  const start = Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0);
  return start <= MAX_START ? start : 0;
}

function withStart(videoId: string, start: number): YouTubeAddress {
  return start > 0 ? { videoId, start } : { videoId };
}

/** A video on YouTube, with the id of our stored copy of its preview image and its title, if we have them. */
export type YouTubeVideo = YouTubeAddress & { kind: "youtube"; imageId?: string; title?: string };

/** A video that readers can watch: on YouTube, a file, or on a page of another site, to which they get a link. */
export type PlayableVideo =
  | YouTubeVideo
  | { kind: "file"; address: string }
  | { kind: "page"; address: string; site: string };

/** Why an address of YouTube names no video. */
export type NoVideo = "playlist" | "clip" | "channel" | "incomplete" | "noAddress";

/** "none" without an address, "unplayable" if the address names no video. */
type VideoSource = PlayableVideo | { kind: "none" } | { kind: "unplayable"; reason: NoVideo };

const STORED_IMAGE = /#image=([\w-]{22})(?:&title=([\w.%~-]*))?$/;
/** The code with which sites have their videos embedded. */
const EMBED_CODE = /^<iframe\s[^>]*?\bsrc=["']?([^"'\s>]+)/i;
const VIDEO_FILE = /\.(?:mp4|m4v|webm|ogv|ogg|mov|mkv|3gp)$/i;
/** Sites that show a video on a page of their own, also if the address ends like a file. */
const SITES: Readonly<Record<string, string>> = {
  "vimeo.com": "Vimeo",
  "loom.com": "Loom",
  "drive.google.com": "Google Drive",
  "dropbox.com": "Dropbox",
  "onedrive.live.com": "OneDrive",
  "1drv.ms": "OneDrive",
  "sharepoint.com": "SharePoint",
  "wistia.com": "Wistia",
  "dailymotion.com": "Dailymotion",
};

export function readVideoSource(value: unknown): VideoSource {
  if (typeof value !== "string" || value.trim() === "") return { kind: "none" };
  const youTube = readYouTubeVideo(value);
  if (youTube) return youTube;
  const address = mediaSource(addressOf(value));
  if (address === undefined) return { kind: "unplayable", reason: "noAddress" };
  if (isYouTube(address)) return { kind: "unplayable", reason: reasonOf(new URL(address)) };
  if (address.startsWith("/")) return { kind: "file", address };
  const { hostname, pathname, searchParams } = new URL(address);
  const site = Object.keys(SITES).find((host) => hostname === host || hostname.endsWith(`.${host}`));
  const isFile = site === undefined ? VIDEO_FILE.test(pathname) : searchParams.get("raw") === "1";
  if (isFile) return { kind: "file", address };
  return { kind: "page", address, site: (site && SITES[site]) ?? hostname.replace(/^www\./, "") };
}

/** The video of a YouTube address; undefined for any other address. */
export function readYouTubeVideo(value: unknown): YouTubeVideo | undefined {
  if (typeof value !== "string") return undefined;
  const read = readYouTubeAddress(addressOf(value));
  if (read === undefined) return undefined;
  const [, imageId, encoded] = STORED_IMAGE.exec(value.trim()) ?? [];
  const title = encoded && readVideoTitle(decoded(encoded));
  return { kind: "youtube", ...read, ...(imageId !== undefined && { imageId }), ...(title && { title }) };
}

/** The address in what an author wrote, without what names our copy of the preview image. */
function addressOf(written: string): string {
  const source = withoutStoredImage(written.trim());
  return (EMBED_CODE.exec(source)?.[1] ?? source).replaceAll("&amp;", "&");
}

function reasonOf({ pathname, searchParams }: URL): NoVideo {
  if (/^\/clip\//.test(pathname)) return "clip";
  if (searchParams.has("list") || /^\/(?:playlist|show)/.test(pathname)) return "playlist";
  return /^\/(?:@|channel\/|c\/|user\/)/.test(pathname) ? "channel" : "incomplete";
}

/** The address of a video with our copy of its preview image and its title, for readers, where it stays an address. */
export function withStoredImage(source: string, imageId: string, title: string | null = null): string {
  const named = title === null ? "" : `&title=${encodeURIComponent(title).replaceAll(/[!'()*]/g, percent)}`;
  const withImage = `${withoutStoredImage(source)}#image=${imageId}${named}`;
  return youTubeVideoId(withImage) === undefined ? source : withImage;
}

/** The address as its author wrote it. */
export function withoutStoredImage(source: string): string {
  return source.replace(STORED_IMAGE, "");
}

/** The 11-character id in a YouTube address; undefined for any other address. */
export function youTubeVideoId(value: unknown): string | undefined {
  return readYouTubeVideo(value)?.videoId;
}

export function thumbnailAddress(videoId: string): string {
  return `https://i.ytimg.com/vi/${videoId}/hqdefault.jpg`;
}

/** The video that a preview image is of; undefined for any other image. */
export function videoOfThumbnail(address: string): string | undefined {
  const videoId = address.split("/")[4] ?? "";
  return address === thumbnailAddress(videoId) ? videoId : undefined;
}

/** Longer than any title on YouTube. */
const MAX_TITLE_LENGTH = 120;
const NOT_OF_A_TITLE = /[\p{Cc}\p{Cs}\u2028\u2029\p{Bidi_Control}]+/gu;

/** A title that someone else wrote, as one short line of plain text; null if nothing of it is left. */
export function readVideoTitle(value: unknown): string | null {
  if (typeof value !== "string") return null;
  const line = value.replaceAll(NOT_OF_A_TITLE, " ").replaceAll(/\s+/g, " ").trim();
  const letters = [...line];
  if (letters.length > MAX_TITLE_LENGTH)
    return `${letters
      .slice(0, MAX_TITLE_LENGTH - 1)
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

/** Seconds as players show them: 1:30, or 1:02:03. */
export function formatPlayTime(seconds: number): string {
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const ofTwo = (part: number) => String(part).padStart(2, "0");
  const end = ofTwo(seconds % 60);
  return hours > 0 ? `${hours}:${ofTwo(minutes)}:${end}` : `${minutes}:${end}`;
}
