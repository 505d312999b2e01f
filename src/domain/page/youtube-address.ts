import { mediaSource } from "./safe-url.ts";

/** The video that an address of YouTube names, and where in it the author lets it start, in seconds. */
export type YouTubeAddress = { videoId: string; start?: number };

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
export function readYouTubeAddress(value: string): YouTubeAddress | undefined {
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

export function isYouTube(address: string): boolean {
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
