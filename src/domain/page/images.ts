import { type ImageAddress, imageAddress, readImageAddress, withoutSize } from "../images/image-address.ts";
import type { PropPath } from "./block-field.ts";
import { changeProps } from "./change-props.ts";
import type { BlockShape } from "./declare-block.ts";
import { blockShape } from "./find-block.ts";
import type { PageItem, PuckState } from "./page.ts";
import { mediaSource } from "./safe-url.ts";
import { thumbnailAddress, youTubeVideoId } from "./video-source.ts";
import { allItems, mapItems } from "./walk-page.ts";

/** The block with `change` applied to each of its image addresses. */
function changeImages(item: PageItem, change: (source: string) => string): PageItem {
  return changeProps(item, blockShape(item.type).images, change);
}

/** The distinct addresses of images on other hosts in a migrated page. */
export function outsideImages(page: PuckState): string[] {
  return findTexts(page, ({ images }) => images, outsideAddress);
}

/** The distinct ids of a page's own images, with or without a stored copy. */
export function keptImages(page: PuckState): string[] {
  return findTexts(
    page,
    ({ images }) => images,
    (source) => readImageAddress(source)?.imageId,
  );
}

/** The distinct addresses of the preview images of a page's YouTube videos. */
export function videoThumbnails(page: PuckState): string[] {
  return findTexts(page, ({ videos }) => videos, youTubeVideoId).map(thumbnailAddress);
}

/** The distinct results of `find` over the texts at these paths of all blocks. */
function findTexts(
  page: PuckState,
  pathsOf: (shape: BlockShape) => readonly PropPath[],
  find: (text: string) => string | undefined,
): string[] {
  const found = new Set<string>();
  for (const item of allItems(page)) {
    changeProps(item, pathsOf(blockShape(item.type)), (text) => {
      const one = find(text);
      if (one !== undefined) found.add(one);
      return text;
    });
  }
  return [...found];
}

/** The page with stored copies in place of images on other hosts. An unknown image is removed. */
export function showKeptImages(page: PuckState, images: ReadonlyMap<string, ImageAddress>): PuckState {
  return mapItems(page, (item) =>
    changeImages(item, (source) => {
      const outside = outsideAddress(source);
      if (outside === undefined) return source;
      const image = images.get(outside);
      return image ? imageAddress(image) : "";
    }),
  );
}

/** The page without image sizes: equal before and after its images are fetched. */
export function withoutImageSizes(page: PuckState): PuckState {
  return mapItems(page, (item) => changeImages(item, withoutSize));
}

function outsideAddress(source: string): string | undefined {
  const address = mediaSource(source);
  return address?.startsWith("https://") ? address : undefined;
}
