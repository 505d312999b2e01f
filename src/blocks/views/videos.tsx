import type { block as video } from "#domain/page/blocks/video.ts";
import type { block as videoGrid } from "#domain/page/blocks/video-grid.ts";
import type { BlockView } from "../block.tsx";
import { EditNote } from "../edit-note.tsx";
import { BlockTitle } from "../editable-text.tsx";
import { useHeadingTag } from "../heading-levels.ts";
import { useRenderContext } from "../render-context.ts";
import { VideoPlayer } from "../video-player.tsx";

export function VideoGrid({ item, props }: BlockView<typeof videoGrid>) {
  const titleTag = useHeadingTag(item.props.id);
  const { write } = useRenderContext();
  const title = write ? props.title : props.title.trim();
  const note = props.urls.length === 0 && <EditNote>Add YouTube addresses to show videos here.</EditNote>;
  if (note && !write) return note;
  return (
    <section className="cp-videos">
      <BlockTitle item={item} path={["title"]} text={title} tag={titleTag} />
      {props.urls.length > 0 && (
        <ul className="cp-videos__list">
          {props.urls.map((video, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a video may be listed twice
            <li key={index}>
              <VideoPlayer video={video} name={`Video ${index + 1}`} />
            </li>
          ))}
        </ul>
      )}
      {note}
    </section>
  );
}

export function Video({ props: { source } }: BlockView<typeof video>) {
  if (source.kind === "none") return <EditNote>Add the address of a video to show it here.</EditNote>;
  if (source.kind === "unplayable") {
    return <EditNote>This address has no video in it, so readers see nothing here.</EditNote>;
  }
  return <VideoPlayer video={source} name="Video" />;
}
