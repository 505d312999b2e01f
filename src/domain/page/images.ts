import { type ImageAddress, imageAddress, readImageAddress, withoutSize } from "../images/image-address.ts";
import type { PropPath } from "./block-field.ts";
import { changeProps } from "./change-props.ts";
import type { BlockShape } from "./declare-block.ts";
import { blockShape } from "./find-block.ts";
import type { PageItem, PuckState } from "./page.ts";
import { mediaSource } from "./safe-url.ts";
import { thumbnailAddress, youTubeVideoId } from "./video-source.ts";
import { allItems, mapItems } from "./walk-page.ts";

/** The block with each image that it names replaced. */
function changeImages(item: PageItem, change: (source: string) => string): PageItem {
  return changeProps(item, blockShape(item.type).images, change);
}

/** The addresses of images on other hosts that a page of today's format names, each once. */
export function outsideImages(page: PuckState): string[] {
  return findTexts(page, ({ images }) => images, outsideAddress);
}

/** The ids of the kept images that a page shows, there or not, each once. */
export function keptImages(page: PuckState): string[] {
  return findTexts(
    page,
    ({ images }) => images,
    (source) => readImageAddress(source)?.imageId,
  );
}

/** The addresses of the images that stand for a page's YouTube videos on paper, each once. */
export function videoThumbnails(page: PuckState): string[] {
  return findTexts(page, ({ videos }) => videos, youTubeVideoId).map(thumbnailAddress);
}

/** What is found in the texts at these paths of all blocks, each once. */
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

/** The page with images of other hosts replaced by the kept ones; of one that is not known nothing is left. */
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

/** The page as it is whether its images have been fetched by now or not. */
export function withoutImageSizes(page: PuckState): PuckState {
  return mapItems(page, (item) => changeImages(item, withoutSize));
}

function outsideAddress(source: string): string | undefined {
  const address = mediaSource(source);
  return address?.startsWith("https://") ? address : undefined;
}
