import { type MouseEvent, useEffect, useRef, useState } from "react";
import { IMAGE_PATH, IMAGE_WIDTHS } from "#domain/images/image-address.ts";
import {
  formatPlayTime,
  type PlayableVideo,
  thumbnailAddress,
  type YouTubeVideo,
} from "#domain/page/video-source.ts";
import { DirectedText, Isolated } from "./directed.tsx";
import { PageLink } from "./page-link.tsx";
import { useRenderContext } from "./render-context.ts";

type FrameProps = { video: Exclude<PlayableVideo, { kind: "page" }>; name: string; onFail(): void };

/** A video behind our own poster. Only a press contacts its host; without scripts and on paper it is a link. */
export function VideoPlayer({ video, name }: { video: PlayableVideo; name: string }) {
  const [state, setState] = useState<"waiting" | "playing" | "failed">("waiting");
  const { mode } = useRenderContext();
  const address = watchAddress(video);
  const title = video.kind === "youtube" ? video.title : undefined;
  const isPage = video.kind === "page";
  const play = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || state === "failed") return;
    event.preventDefault();
    setState("playing");
  };
  return (
    <div className={`cp-video cp-video--${state}`}>
      {state === "playing" && !isPage && (
        <Frame video={video} name={title ?? name} onFail={() => setState("failed")} />
      )}
      <PageLink
        href={address}
        className="cp-video__poster"
        {...(isPage ? { target: "_blank" } : { onClick: play })}
      >
        <Thumbnail video={video} />
        <svg className="cp-video__play" viewBox="0 0 64 64" aria-hidden="true">
          <circle cx="32" cy="32" r="31" />
          <path d="M26 20.5 45 32 26 43.5Z" />
        </svg>
        <span className="cp-video__words">
          <span className="cp-video__name">
            {state === "failed"
              ? "This video cannot be played here. Open it where it is."
              : `${mode === "print" || isPage ? "Watch" : "Play"} ${name.toLowerCase()}${detailOf(video)}`}
            {title && state !== "failed" && (
              <span className="cp-unseen">
                : <Isolated text={title} />
              </span>
            )}
          </span>
          <span className="cp-video__host">{hostOf(video)}</span>
        </span>
      </PageLink>
      {title && <DirectedText as="p" text={title} className="cp-video__title" />}
      <PageLink href={address} className="cp-video__address cp-link">
        {address.replace("https://www.", "https://")}
      </PageLink>
    </div>
  );
}

/** The address where a person can watch the video outside the document. */
function watchAddress(video: PlayableVideo): string {
  if (video.kind !== "youtube") return video.address;
  const { videoId, start } = video;
  return `https://www.youtube.com/watch?v=${videoId}${start === undefined ? "" : `&t=${start}s`}`;
}

/** What a reader learns before a press: where the video starts, or on which site it is. */
function detailOf(video: PlayableVideo): string {
  if (video.kind === "page") return ` on ${video.site}`;
  return video.kind === "youtube" && video.start !== undefined ? ` from ${formatPlayTime(video.start)}` : "";
}

/** The host that a press contacts; empty for the portal itself. */
function hostOf(video: PlayableVideo): string {
  if (video.kind === "youtube") return "YouTube";
  if (video.kind === "page" || video.address.startsWith("/")) return "";
  return new URL(video.address).hostname;
}

/** The video's preview image: our stored copy, and on paper its data. */
function Thumbnail({ video }: { video: PlayableVideo }) {
  const { mode, imageData } = useRenderContext();
  if (video.kind !== "youtube") return null;
  const { videoId, imageId } = video;
  const posterUrl = imageId && `${IMAGE_PATH}/${imageId}/${IMAGE_WIDTHS[0]}`;
  const source = mode === "print" ? imageData?.(thumbnailAddress(videoId)) : posterUrl;
  if (!source) return null;
  const loading = mode === "print" ? undefined : "lazy";
  return <img src={source} alt="" className="cp-video__thumbnail" loading={loading} />;
}

/** The player, loaded after a press. It takes over the poster's focus. */
function Frame({ video, name, onFail }: FrameProps) {
  const frame = useRef<HTMLIFrameElement & HTMLVideoElement>(null);
  useEffect(() => frame.current?.focus(), []);
  if (video.kind === "file") {
    return (
      // biome-ignore lint/a11y/useMediaCaption: an author names a video, which may have captions of its own
      <video ref={frame} className="cp-video__frame" src={video.address} controls autoPlay onError={onFail} />
    );
  }
  return (
    <iframe
      ref={frame}
      className="cp-video__frame"
      title={name}
      src={playerAddress(video)}
      sandbox="allow-scripts allow-same-origin allow-popups allow-presentation"
      allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
      referrerPolicy="strict-origin-when-cross-origin"
    />
  );
}

function playerAddress({ videoId, start }: YouTubeVideo): string {
  const address = `https://www.youtube-nocookie.com/embed/${videoId}?autoplay=1&rel=0`;
  return start === undefined ? address : `${address}&start=${start}`;
}
