import type { block } from "#domain/page/blocks/video-grid.ts";
import type { BlockView } from "../block.tsx";
import { BlockTitle } from "../block-title.tsx";
import { EditNote } from "../edit-note.tsx";
import { useHeadingTag } from "../heading-levels.ts";
import { OwnText } from "../own-text.tsx";
import { useRenderContext } from "../render-context.ts";
import { VideoPlayer } from "../video-player.tsx";

export function VideoGrid({ item, props }: BlockView<typeof block>) {
  const titleTag = useHeadingTag(item.props.id);
  const { write } = useRenderContext();
  const title = write ? props.title : props.title.trim();
  const note = props.urls.length === 0 && <EditNote>Add YouTube addresses to show videos here.</EditNote>;
  if (note && !write) return note;
  return (
    <section className="cp-videos">
      {(title || write) && (
        <BlockTitle tag={titleTag} text={title}>
          <OwnText item={item} path={["title"]} text={title} />
        </BlockTitle>
      )}
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
