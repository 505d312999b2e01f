import { type ImageAddress, imageAddress, readImageAddress, withoutSize } from "../images/image-address.ts";
import { readVideoGridProps, readVideoProps } from "./block-props.ts";
import { blockShape } from "./block-shapes.ts";
import { changeProps } from "./change-props.ts";
import type { PageItem, PuckState } from "./page.ts";
import { mediaSource } from "./safe-url.ts";
import { thumbnailAddress } from "./video-source.ts";
import { allItems, mapItems } from "./walk-page.ts";

/** The block with each picture that it names replaced. */
function changePictures(item: PageItem, change: (source: string) => string): PageItem {
  return changeProps(item, blockShape(item.type).pictures, change);
}

/** The addresses of pictures on other hosts that a page of today's format names, each once. */
export function outsidePictures(page: PuckState): string[] {
  return findPictures(page, outsideAddress);
}

/** The ids of the kept pictures that a page shows, there or not, each once. */
export function keptPictures(page: PuckState): string[] {
  return findPictures(page, (source) => readImageAddress(source)?.imageId);
}

/** The addresses of the pictures that stand for a page's YouTube videos on paper, each once. */
export function videoThumbnails(page: PuckState): string[] {
  return [...new Set(allItems(page).flatMap(youTubeVideos).map(thumbnailAddress))];
}

function youTubeVideos({ type, props }: PageItem): string[] {
  if (type === "VideoGrid") return readVideoGridProps(props).urls;
  const { source } = readVideoProps(type === "Video" ? props : {});
  return source.kind === "youtube" ? [source.videoId] : [];
}

function findPictures(page: PuckState, find: (source: string) => string | undefined): string[] {
  const found = new Set<string>();
  for (const item of allItems(page)) {
    changePictures(item, (source) => {
      const one = find(source);
      if (one !== undefined) found.add(one);
      return source;
    });
  }
  return [...found];
}

/** The page with pictures of other hosts replaced by the kept images; of one that is not known nothing is left. */
export function showKeptPictures(page: PuckState, images: ReadonlyMap<string, ImageAddress>): PuckState {
  return mapItems(page, (item) =>
    changePictures(item, (source) => {
      const outside = outsideAddress(source);
      if (outside === undefined) return source;
      const image = images.get(outside);
      return image ? imageAddress(image) : "";
    }),
  );
}

/** The page as it is whether its pictures have been fetched by now or not. */
export function withoutPictureSizes(page: PuckState): PuckState {
  return mapItems(page, (item) => changePictures(item, withoutSize));
}

function outsideAddress(source: string): string | undefined {
  const address = mediaSource(source);
  return address?.startsWith("https://") ? address : undefined;
}
