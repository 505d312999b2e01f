import type { block } from "#domain/page/blocks/video.ts";
import type { BlockView } from "../block.tsx";
import { EditNote } from "../edit-note.tsx";
import { VideoPlayer } from "../video-player.tsx";

export function Video({ props: { source } }: BlockView<typeof block>) {
  if (source.kind === "none") return <EditNote>Add the address of a video to show it here.</EditNote>;
  if (source.kind === "unplayable") {
    return <EditNote>This address has no video in it, so readers see nothing here.</EditNote>;
  }
  return <VideoPlayer video={source} name="Video" />;
}
