import { type MouseEvent, useEffect, useRef, useState } from "react";
import { IMAGE_PATH, IMAGE_WIDTHS } from "#domain/images/image-address.ts";
import { type PlayableVideo, thumbnailAddress } from "#domain/page/video-source.ts";
import { PageLink } from "./page-link.tsx";
import { useRenderContext } from "./render-context.ts";

type VideoPlayerProps = { video: PlayableVideo; name: string };

/**
 * A video behind our own poster. Its host is not contacted before a press. Without scripts and on paper the poster is
 * a link to the video.
 */
export function VideoPlayer({ video, name }: VideoPlayerProps) {
  const [state, setState] = useState<"waiting" | "playing" | "failed">("waiting");
  const { mode } = useRenderContext();
  const address = watchAddress(video);
  const title = video.kind === "youtube" ? video.title : undefined;
  const play = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || state === "failed") return;
    event.preventDefault();
    setState("playing");
  };
  return (
    <div className={`cp-video cp-video--${state}`}>
      {state === "playing" && <Frame video={video} name={title ?? name} onFail={() => setState("failed")} />}
      <PageLink href={address} className="cp-video__poster" onClick={play}>
        <Thumbnail video={video} />
        <svg className="cp-video__play" viewBox="0 0 64 64" aria-hidden="true">
          <circle cx="32" cy="32" r="31" />
          <path d="M26 20.5 45 32 26 43.5Z" />
        </svg>
        <span className="cp-video__name">
          {state === "failed"
            ? "This video cannot be played here. Open it where it is."
            : `${mode === "print" ? "Watch" : "Play"} ${name.toLowerCase()}`}
          {title && state !== "failed" && <span className="cp-unseen">: {title}</span>}
        </span>
        <span className="cp-video__host">{hostOf(video)}</span>
      </PageLink>
      {title && (
        <p className="cp-video__title" dir="auto">
          {title}
        </p>
      )}
      <PageLink href={address} className="cp-video__address cp-link">
        {address.replace("https://www.", "https://")}
      </PageLink>
    </div>
  );
}

/** The address where a person can watch the video outside the document. */
function watchAddress(video: PlayableVideo): string {
  return video.kind === "file" ? video.address : `https://www.youtube.com/watch?v=${video.videoId}`;
}

/** The host that a press contacts; empty for the portal itself. */
function hostOf(video: PlayableVideo): string {
  if (video.kind === "youtube") return "YouTube";
  return video.address.startsWith("/") ? "" : new URL(video.address).hostname;
}

/** The video's preview image: our stored copy, and on paper its data. */
function Thumbnail({ video }: { video: PlayableVideo }) {
  const { mode, imageData } = useRenderContext();
  if (video.kind !== "youtube") return null;
  const { videoId, imageId } = video;
  const kept = imageId && `${IMAGE_PATH}/${imageId}/${IMAGE_WIDTHS[0]}`;
  const source = mode === "print" ? imageData?.(thumbnailAddress(videoId)) : kept;
  if (!source) return null;
  const loading = mode === "print" ? undefined : "lazy";
  return <img src={source} alt="" className="cp-video__thumbnail" loading={loading} />;
}

/** The player, loaded after a press. It takes over the poster's focus. */
function Frame({ video, name, onFail }: VideoPlayerProps & { onFail: () => void }) {
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
      src={`https://www.youtube-nocookie.com/embed/${video.videoId}?autoplay=1&rel=0`}
      sandbox="allow-scripts allow-same-origin allow-popups allow-presentation"
      allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
      referrerPolicy="strict-origin-when-cross-origin"
    />
  );
}
